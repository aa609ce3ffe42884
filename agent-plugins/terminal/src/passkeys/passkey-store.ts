import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { exportPublicKey, fromBase64Url, type KeyPair, makeKeyPair, toBase64Url } from '@svc/plugin-terminal/end-to-end'

/** A passkey that may approve sessions. Bytes are base64url. */
export interface Passkey {
  readonly id: string
  readonly name: string
  readonly publicKey: string
  /** the page that it was registered on; it approves nothing elsewhere */
  readonly origin: string
  /** epoch seconds */
  readonly createdAt: number
}

/** A link that was made and not used yet. */
export interface PendingRegistration {
  readonly token: string
  readonly name: string
  readonly origin: string
  /** epoch seconds */
  readonly expiresAt: number
}

type Counters = Readonly<Record<string, number>>

const prefix = 'key-'
const fileOf = (id: string) => `${prefix}${createHash('sha256').update(id).digest('hex').slice(0, 32)}.json`
const folderOf = (stateDir: string) => join(stateDir, 'terminal_passkeys')

/**
 * The passkeys of this host. Agent and command edit them at the same time, so that each passkey is a file of its own which
 * only one side writes: the agent never restores a passkey that the command removes.
 */
export function makePasskeyStore(stateDir: string, giveToAgent: (path: string) => Promise<void> = async () => {}) {
  const folder = folderOf(stateDir)

  /** Undefined if there is no such file. */
  async function read<T>(name: string): Promise<T | undefined> {
    try {
      return JSON.parse(await readFile(join(folder, name), 'utf8')) as T
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw new Error(`${join(folder, name)} cannot be read`, { cause: error })
    }
  }

  /** Replaces a file, which only its owner can read. */
  async function write(name: string, content: unknown): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await giveToAgent(folder)
    const path = join(folder, name)
    const temporary = `${path}.new`
    await rm(temporary, { force: true })
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(JSON.stringify(content))
      await file.sync()
    } finally {
      await file.close()
    }
    await giveToAgent(temporary)
    await rename(temporary, path)
  }

  const remove = (name: string) => rm(join(folder, name), { force: true })

  return {
    async list(): Promise<Passkey[]> {
      const names = await readdir(folder).catch(() => [])
      const found = await Promise.all(
        names.filter((name) => name.startsWith(prefix) && name.endsWith('.json')).map((name) => read<Passkey>(name)),
      )
      return found.filter((passkey) => passkey !== undefined).sort((a, b) => a.createdAt - b.createdAt)
    },
    add: (passkey: Passkey) => write(fileOf(passkey.id), passkey),
    remove: (id: string) => remove(fileOf(id)),

    /** How often a passkey was used, as it counts itself; a smaller number is a copy of it. */
    counter: async (id: string) => (await read<Counters>('counters.json'))?.[id] ?? 0,
    async setCounter(id: string, value: number): Promise<void> {
      const counters = await read<Counters>('counters.json')
      if ((counters?.[id] ?? 0) !== value) await write('counters.json', { ...counters, [id]: value })
    },

    /** The key by which pages recognize this host. */
    async hostKey(): Promise<Pick<KeyPair, 'privateKey'> & { readonly publicText: string }> {
      const stored = await read<{ pkcs8: string; publicText: string }>('host-key.json')
      if (stored) {
        const bytes = fromBase64Url(stored.pkcs8)
        const privateKey = await crypto.subtle.importKey('pkcs8', bytes, 'X25519', false, ['deriveBits'])
        return { privateKey, publicText: stored.publicText }
      }
      const pair = await makeKeyPair(true)
      const publicText = await exportPublicKey(pair)
      const pkcs8 = toBase64Url(new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey)))
      await write('host-key.json', { pkcs8, publicText })
      return { privateKey: pair.privateKey, publicText }
    },

    /** The id of this host on the server, which the address of its pages contains. */
    serverId: () => read<string>('server-id.json'),
    async setServerId(id: string): Promise<void> {
      if ((await read<string>('server-id.json')) !== id) await write('server-id.json', id)
    },

    pending: () => read<PendingRegistration>('registration.json'),
    setPending: (pending: PendingRegistration) => write('registration.json', pending),
    removePending: () => remove('registration.json'),
  }
}
export type PasskeyStore = ReturnType<typeof makePasskeyStore>
