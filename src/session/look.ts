// A scan of the workspace under the policy that has the say.
import type { Host } from '../host/host.ts'
import { places } from '../host/places.ts'
import type { DigestCache } from '../observe/content.ts'
import { scan } from '../observe/scan.ts'
import type { Snapshot } from '../observe/snapshot.ts'
import type { Ground } from './ground.ts'
import { checkWorkspace } from './workspace.ts'

/** A scan under the policy's `observe except`, after a look whether the workspace is still the same directory. */
export function scanGround(ground: Ground, cache: DigestCache): Snapshot {
  const { host, workspace, authority } = ground
  checkWorkspace(host, workspace)
  return scan(host, workspace.path, {
    except: authority.policy.gate.observeExcept,
    policyFiles: policyFiles(ground),
    skip: ownDirectories(host),
    cache,
  })
}

/** Of every policy that has a say, and of the one that was named or found. */
export function policyFiles({ authority, policyFile }: Ground): readonly string[] {
  const policies = [authority.policy, ...authority.layers.map((layer) => layer.policy)]
  const paths = policies.flatMap((policy) => policy.files.flatMap(({ path }) => path ?? []))
  return [...new Set(policyFile === undefined ? paths : [...paths, policyFile])]
}

/** Reeve's own directories, which are never observed. */
function ownDirectories(host: Host): readonly string[] {
  const { configuration, state, cache } = places(host)
  return [configuration, state, cache]
}
