# ATTACK 142 disk_filler
# group: E resources
# tries: fills the disk with files that each keep to the cap, wherever it may write
import os
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    block, total = bytes(1 << 20), 0
    for folder in ('.', '/tmp', '/dev/shm', '/var/tmp', '/run', '/'):
        for number in range(80 if folder == '.' else 5):
            try:
                with open(f'{folder}/ATTACK_CANARY_142_{number}', 'wb', buffering=0) as file:
                    for _ in range(4): total += file.write(block)
            except OSError: break
    print('MiB written:', total >> 20, flush=True)
    return WRONG
