import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { CommandContext } from '@svc/agent-sdk'
import { toBase64Url } from '@svc/plugin-terminal/end-to-end'
import { makePasskeyStore } from './passkey-store.ts'

const linkSeconds = 600
const maxNameLength = 64

const formatDate = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')

/** The page where a passkey is made. Browsers make them on https pages and on localhost only. */
function originOf(url: string): string {
  const parsed = URL.canParse(url.replace(/^ws/, 'http')) ? new URL(url.replace(/^ws/, 'http')) : undefined
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) throw new Error(`--url ${url} is not an https URL`)
  const { protocol, hostname, origin } = parsed
  const isName = !/^[\d.]+$|^\[/.test(hostname)
  if (isName && (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'))) return origin
  throw new Error(
    `browsers make no passkeys on ${origin}; pass the https address of the dashboard: passkey add --url https://svc.example.com`,
  )
}

/** `svc-agent passkey add`, `list` and `remove`. */
export async function runPasskeyCommand(args: readonly string[], context: CommandContext): Promise<void> {
  const { stateDir, serverUrl, out, giveToAgent } = context
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { name: { type: 'string' }, url: { type: 'string' } },
  })
  const [verb, argument, extra] = positionals
  if (!(await stat(stateDir).catch(() => undefined))?.isDirectory()) {
    throw new Error(`state_dir ${stateDir} does not exist: start the agent once`)
  }
  const store = makePasskeyStore(stateDir, giveToAgent)
  const passkeys = await store.list()

  if (verb === 'add' && argument === undefined) {
    const { name = `passkey ${passkeys.length + 1}`, url = serverUrl } = values
    if (!/^[^\p{C}]+$/u.test(name) || name.length > maxNameLength) {
      throw new Error(`--name must be 1 to ${maxNameLength} printable characters`)
    }
    if (passkeys.some((passkey) => passkey.name === name)) throw new Error(`there is already a passkey "${name}"`)
    const origin = originOf(url)
    // Assertions of a session are for one domain.
    const other = passkeys.find((passkey) => passkey.origin !== origin)
    if (other) throw new Error(`the other passkeys are for ${other.origin}; remove them first, or pass this as --url`)
    const serverId = await store.serverId()
    if (serverId === undefined) {
      throw new Error('the agent has not connected yet with the capability terminal: allow it first')
    }
    const token = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
    await store.setPending({ token, name, origin, expiresAt: Math.floor(Date.now() / 1000) + linkSeconds })
    out(
      `Open this link within ${linkSeconds / 60} minutes as an admin, and create the passkey there. It works once; do not share it.\n\n` +
        `${origin}/terminal/${serverId}/passkey#${token}\n`,
    )
  } else if (verb === 'list' && argument === undefined) {
    for (const { name, createdAt, origin } of passkeys) out(`${name}\t${formatDate(createdAt)}\t${origin}\n`)
    if (passkeys.length === 0) out('no passkeys\n')
  } else if (verb === 'remove' && argument !== undefined && extra === undefined) {
    const passkey = passkeys.find(({ name }) => name === argument)
    if (!passkey) throw new Error(`there is no passkey "${argument}"`)
    await store.remove(passkey.id)
    out(`removed ${passkey.name}; sessions that it approved go on until they end\n`)
  } else {
    throw new Error('use: passkey add [--name NAME] [--url URL], passkey list, or passkey remove NAME')
  }
}
