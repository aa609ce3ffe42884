import { type Static, Type } from '@sinclair/typebox'
import { nameSchemas } from '@svc/plugin-sdk'

const Nullable = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()])

/** Where a host is told to find later releases. */
export const Upgrades = Type.Object({
  url: Nullable(Type.String({ description: 'null: this server' })),
  key: Nullable(Type.String({ description: 'public key of minisign that has to sign them' })),
})
export type Upgrades = Static<typeof Upgrades>

export interface Agent {
  readonly serverUrl: string
  readonly code: string
  /** capabilities that differ from their default */
  readonly overrides: { readonly allow: readonly string[]; readonly deny: readonly string[] }
  readonly upgrades: Upgrades | null
}

/** The programs that hosts can install from a server. */
export const Available = Type.Object({
  targets: Type.Array(Type.String(), { description: 'platforms with a program, for example linux-amd64' }),
  images: Type.Array(Type.String(), { description: 'platforms with a container image' }),
  upgrades: Type.Union([Upgrades, Type.Null()], { description: 'null: hosts are upgraded by the script only' }),
})
export type Available = Static<typeof Available>

nameSchemas({ Upgrades, Available })

/** What an agent is installed on. An account is a Linux or macOS account without root. */
export const methods = ['linux', 'macos', 'windows', 'docker', 'account'] as const
export type Method = (typeof methods)[number]

const has = (targets: readonly string[], system: string) => targets.some((target) => target.startsWith(`${system}-`))

/** The methods for which the server has programs. */
export function availableMethods({ targets, images }: Pick<Available, 'targets' | 'images'>): Method[] {
  const possible: Record<Method, boolean> = {
    linux: has(targets, 'linux'),
    macos: has(targets, 'darwin'),
    windows: has(targets, 'windows'),
    docker: images.length > 0,
    account: has(targets, 'linux') || has(targets, 'darwin'),
  }
  return methods.filter((method) => possible[method])
}

const publicKey = /^[A-Za-z0-9+/]{56}$/
/** What agents accept as a release location, as far as it needs no quotes in a shell. */
const location = /^(?:https:\/\/|http:\/\/(?:localhost|127\.\d+\.\d+\.\d+)(?=[:/]))[\w.:/~%-]+$/

/** The release location of a host that is added, with the key; undefined if its agent would accept none. */
export function pinnedReleases(
  serverUrl: string,
  upgrades: Upgrades | null,
): { url: string; key?: string } | undefined {
  const url = upgrades && (upgrades.url ?? `${serverUrl}/install`)
  if (!url || !location.test(url) || (upgrades.key && !publicKey.test(upgrades.key))) return undefined
  return { url, ...(upgrades.key && { key: upgrades.key }) }
}

/**
 * The command to paste into a terminal of the host. The code goes to the script on its standard input, or in a variable of
 * the shell: never in an argument, which every account of the host could list. Nothing needs quoting, because an origin, a
 * base64url code and names of capabilities contain no characters that are special in a shell.
 */
export function scriptCommand(method: Method, { serverUrl, code, overrides, upgrades }: Agent): string {
  const releases = pinnedReleases(serverUrl, upgrades)
  const names = [...overrides.allow, ...overrides.deny.map((name) => `-${name}`)].join(',')
  if (method === 'windows') {
    const capabilities = names && ` -Capabilities "${names}"`
    const later = releases ? ` -Releases "${releases.url}"${releases.key ? ` -ReleaseKey "${releases.key}"` : ''}` : ''
    return [
      `$env:SVC_ENROLLMENT_CODE = "${code}"`,
      `& ([scriptblock]::Create((irm ${serverUrl}/install.ps1))) -Server "${serverUrl}"${capabilities}${later}`,
    ].join('\n')
  }
  const shell = method === 'account' ? 'sh' : 'sudo sh'
  // A container is upgraded with its image.
  const later =
    releases && method !== 'docker'
      ? ` --releases ${releases.url}${releases.key ? ` --release-key ${releases.key}` : ''}`
      : ''
  const options = `${names && ` --capabilities ${names}`}${method === 'docker' ? ' --docker' : later}`
  const url = serverUrl.includes('[') ? `'${serverUrl}'` : serverUrl
  const script = serverUrl.includes('[') ? `'${serverUrl}/install.sh'` : `${serverUrl}/install.sh`
  return [
    `{ echo SVC_ENROLLMENT_CODE=${code}`,
    `  curl -fsSLg ${script} || wget -qO- ${script}`,
    `} | ${shell} -s -- --server ${url}${options}`,
  ].join('\n')
}
