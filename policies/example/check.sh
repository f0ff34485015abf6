#!/bin/sh
# The test: the invoices add up to 60.
found=$(sh total.sh)
if [ "$found" = 60 ]; then
  echo "ok: the total is 60"
else
  echo "not ok: expected 60, found $found"
  exit 1
fi
