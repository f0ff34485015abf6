// A confinement as arguments of bubblewrap: namespaces of its own for mounts, processes, network, host name and messages, no
// capabilities, a small `/dev` and `/proc`. A mount that cannot be made ends the start: nothing runs half confined.
import type { Confinement, Mount } from './confinement.ts'

/** The arguments before the command itself. */
export function bubblewrapArguments({ mounts, directory, network, scratchBytes }: Confinement): readonly string[] {
  return [
    ...[
      '--unshare-all',
      '--unshare-user',
      ...(network === 'host' ? ['--share-net'] : []),
      '--die-with-parent',
      '--new-session',
      '--cap-drop',
      'ALL',
    ],
    ...mounts.filter(({ path }) => path === '/').flatMap((mount) => mountArguments(mount, scratchBytes)),
    // Root may write settings of the whole machine there, capabilities or not.
    ...['--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev'],
    ...mounts.filter(({ path }) => path !== '/').flatMap((mount) => mountArguments(mount, scratchBytes)),
    ...['--chdir', directory, '--'],
  ]
}

function mountArguments({ path, as, source = path }: Mount, scratchBytes: number | undefined): readonly string[] {
  const size = scratchBytes === undefined ? [] : ['--size', String(scratchBytes)]
  switch (as) {
    case 'read':
      return ['--ro-bind', source, path]
    case 'write':
      return ['--bind', source, path]
    case 'scratch':
      return [...size, '--perms', '0700', '--tmpfs', path]
    case 'directory':
      return ['--dir', path]
    case 'link':
      return ['--symlink', source, path]
    case 'hidden-file':
      // A device on a mount without devices: it is there, and nobody can open it.
      return ['--ro-bind', '/dev/null', path]
    case 'hidden-directory':
      return ['--perms', '0000', '--tmpfs', path, '--remount-ro', path]
  }
}
