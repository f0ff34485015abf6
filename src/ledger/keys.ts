// The user's Ed25519 keys: a log key that signs checkpoints, an attestation key that signs a person's acts. Made on first use in
// the configuration directory, readable by this user only, never inside a workspace.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

import { hex } from '../base/bytes.ts'
import { Fault } from '../base/fault.ts'
import type { Host } from '../host/host.ts'
import { places } from '../host/places.ts'
import { privateDirectory, writeOnce } from './private-file.ts'

export interface KeyPair {
  readonly path: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

export interface Keys {
  readonly log: KeyPair
  readonly attestation: KeyPair
}

/** Reads both keys, making those that are missing; two first processes at once agree on one. */
export function loadKeys(host: Host): Keys {
  const { configuration } = places(host)
  const directory = `${configuration}/keys`
  privateDirectory(host, configuration)
  privateDirectory(host, directory)
  return { log: loadKey(host, `${directory}/log.pem`), attestation: loadKey(host, `${directory}/attestation.pem`) }
}

/** The log key if it was made already; whoever only reads makes none. */
export function existingLogKey(host: Host): KeyPair | undefined {
  const path = `${places(host).configuration}/keys/log.pem`
  const text = readKey(host, path)
  return text === undefined ? undefined : parseKey(path, text)
}

function loadKey(host: Host, path: string): KeyPair {
  return parseKey(path, readKey(host, path) ?? makeKey(host, path))
}

function parseKey(path: string, text: string): KeyPair {
  try {
    const privateKey = createPrivateKey(text)
    if (privateKey.asymmetricKeyType !== 'ed25519') throw new RangeError('no Ed25519 key')
    return { path, privateKey, publicKey: createPublicKey(privateKey) }
  } catch (cause) {
    throw new Fault('keys', `the key ${path} cannot be read`, {
      help: 'put it back from a copy; a new key makes old ledgers foreign',
      cause,
    })
  }
}

function readKey(host: Host, path: string): string | undefined {
  const { files } = host
  let fd: number
  try {
    fd = files.open(path, files.constants.O_RDONLY | files.constants.O_NOFOLLOW | files.constants.O_NONBLOCK)
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes((cause as { readonly code?: string }).code ?? '')) return undefined
    throw new Fault('keys', `the key ${path} cannot be opened`, {
      help: 'it must be a file of yours, not a link',
      cause,
    })
  }
  try {
    const stat = files.fstat(fd)
    if (stat.kind !== 'file' || stat.userId !== host.runtime.userId || (stat.mode & 0o077) !== 0) {
      throw new Fault('keys', `the key ${path} could be read or changed by others`, {
        help: `chmod 600 ${path}, if nobody else has had it`,
      })
    }
    const buffer = new Uint8Array(4096)
    return new TextDecoder().decode(buffer.subarray(0, files.read(fd, buffer, 0)))
  } finally {
    files.close(fd)
  }
}

/** Written beside and linked into place, so that no process ever sees half a key; the one that comes second reads the first one's. */
function makeKey(host: Host, path: string): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  const text = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
  writeOnce(host, path, text, hex(host.random(8)))
  const kept = readKey(host, path)
  if (kept === undefined)
    throw new Fault('keys', `the key ${path} could not be made`, { help: 'is the directory writable?' })
  return kept
}
