"""What lies in the box: material, boards, the generator of new ones, names of lands."""
