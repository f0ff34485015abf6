#!/bin/sh
# Prints the sum of all amounts in invoices.csv.
awk -F, 'NR > 2 { sum += $2 } END { print sum }' invoices.csv
