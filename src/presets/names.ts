// Names of others that may stand in a policy: only those that mean themselves wherever they are written. A name that holds a
// quote, a blank, an option or a character that looks like another is never taken over.

/** Of a script, a target or a task. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,79}$/.test(name)
}

/** Of a file or directory, or a path of such. */
export function isPlainPath(path: string): boolean {
  return (
    path.length <= 200 && path.split('/').every((part) => /^[A-Za-z0-9_.@+-]+$/.test(part) && !/^(?:-|\.+$)/.test(part))
  )
}

/** What a name says that it does: a person's act, whatever the script holds. */
export function isPublishing(name: string): boolean {
  return /(?:^|[:._-])(?:publish|release|deploy|push|ship|upload|promote|rollback|destroy|teardown|prod|production)(?:$|[:._-])/i.test(
    name,
  )
}
