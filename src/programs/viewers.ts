// Programs that show text to a person and, on the way, run a pager, a browser or commands of their own; editors, which do
// anything; and make, whose variables name the programs that its recipes run.
import type { ProgramDescription } from './description.ts'
import { flags, maybe, program, values } from './make.ts'

/** Pagers, manuals, editors and make. */
export const viewers = (): readonly ProgramDescription[] => [
  program('man gman', {
    options: [
      ...flags(
        '-k|--apropos -f|--whatis -w|--where|--path|--location -W|--where-cat -a|--all -d|--debug -i|--ignore-case -I|--match-case -K|--global-apropos -u|--update -c|--catman -D|--default -V|--version -?|--help --usage --regex --wildcard --names-only --no-subpages --no-hyphenation --no-justification -7|--ascii -t|--troff',
      ),
      ...values(
        '-s|-S|--sections -e|--extension -L|--locale -m|--systems -M|--manpath -E|--encoding -R|--recode -r|--prompt -p|--preprocessor',
      ),
      ...maybe('--warnings -T|--troff-device -Z|--ditroff'),
      ...flags('-l|--local-file'),
      ...values('-P|--pager -C|--config-file', 'execute'),
      ...maybe('-H|--html -X|--gxditview', 'execute'),
    ],
    operands: ['text'],
    readOnly: true,
  }),
  // Both take commands: `+!id` on the line, and `!` while they run.
  program('less more most zless', {
    options: [
      ...flags(
        '-a -A -B -c -C -d -e -E -f -F -g -G -i -I -J -L -m -M -n -N -q -Q -r -R -s -S -u -U -V -w -W -X -? --help --version --RAW-CONTROL-CHARS --quit-if-one-screen --chop-long-lines --no-init --LINE-NUMBERS',
      ),
      ...values('-b -h -j -p -P -x -y -z -D -#'),
      ...values('-o -O --log-file', 'write'),
      ...values('-k -t -T --lesskey-file --lesskey-src', 'execute'),
    ],
    abbreviate: false,
    operands: ['read'],
    plusCommands: true,
    whole: false,
  }),
  program('vim vi nvim view ex ed emacs emacsclient nano micro hx helix', {
    options: [...flags('--version --help'), ...flags('-R -n -m')],
    abbreviate: false,
    cluster: false,
    operands: ['write'],
    plusCommands: true,
    whole: false,
  }),
  program('make gmake', {
    options: [
      ...flags(
        '-b -B|--always-make -d -i|--ignore-errors -k|--keep-going -L|--check-symlink-times -m -n|--just-print|--dry-run|--recon -p|--print-data-base -q|--question -r|--no-builtin-rules -R|--no-builtin-variables -s|--silent|--quiet -S|--no-keep-going|--stop -t|--touch -v|--version -w|--print-directory --no-print-directory --no-silent --trace --warn-undefined-variables -h|--help',
      ),
      ...maybe('-j|--jobs -l|--load-average|--max-load -O|--output-sync --debug --shuffle --jobserver-style'),
      ...values('-C|--directory', 'directory'),
      ...values('-o|--old-file|--assume-old -W|--what-if|--new-file|--assume-new'),
      ...values('-f|--file|--makefile -I|--include-dir -E|--eval', 'execute'),
      ...flags('-e|--environment-overrides', 'execute'),
    ],
    operands: ['code'],
  }),
]
