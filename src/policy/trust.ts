// Which policies this user trusts, and where: the pair of a resolved policy's digest and a workspace's real path (decision 5).
// One file a pair in the configuration directory, so that two processes never lose each other's trust.
import { type Digest, sha256 } from '../base/digest.ts'
import { asObject, decodeJson, encodeJson } from '../base/json.ts'
import type { Host } from '../host/host.ts'
import { places } from '../host/places.ts'
import { isPrivate, writePrivateFile } from '../host/private.ts'
import { readSmallText } from '../host/read.ts'

const schema = 'reeve.trust.v1'
const limitBytes = 65_536

/** `workspace` is its real path. Whatever is wrong with the record, or with who may write it, is no trust. */
export function isTrusted(host: Host, digest: Digest, workspace: string): boolean {
  const path = recordPath(host, digest, workspace)
  if (!isPrivate(host, directoryOf(host), 'directory') || !isPrivate(host, path, 'file')) return false
  const decoded = decodeJson(readSmallText(host.files, path, limitBytes) ?? '')
  const record = decoded.ok ? asObject(decoded.value) : undefined
  return record?.schema === schema && record.digest === digest && record.workspace === workspace
}

/** Records a person's trust; that there was a person is the caller's to make sure. Throws as the file system does. */
export function trust(host: Host, digest: Digest, workspace: string): void {
  const record = { schema, digest, workspace, at: host.clock.nowMs() }
  writePrivateFile(host, recordPath(host, digest, workspace), `${encodeJson(record)}\n`)
}

/** Takes a trust back; false when there was none. */
export function distrust(host: Host, digest: Digest, workspace: string): boolean {
  try {
    host.files.unlink(recordPath(host, digest, workspace))
    return true
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return false
    throw error
  }
}

function directoryOf(host: Host): string {
  return `${places(host).configuration}/trust`
}

function recordPath(host: Host, digest: Digest, workspace: string): string {
  return `${directoryOf(host)}/${sha256(`${digest}\n${workspace}`)}.json`
}
