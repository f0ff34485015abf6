// Names of bash's built-ins and reserved words.

/** True for a name that the shell itself answers to. */
export function isBuiltin(name: string): boolean {
  return names.has(name)
}

const names = new Set(
  '. : [ alias bg bind break builtin caller case cd command compgen complete compopt continue coproc declare dirs disown do done echo elif else enable esac eval exec exit export false fc fg fi for function getopts hash help history if in jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return select set shift shopt source suspend test then time times trap true type typeset ulimit umask unalias unset until wait while'.split(
    ' ',
  ),
)
