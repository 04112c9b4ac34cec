"""What a person does with exercises: start, check, hand in, grade, write, verify."""
