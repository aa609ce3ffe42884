import { type Static, Type } from '@sinclair/typebox'

export interface Agent {
  readonly serverUrl: string
  readonly code: string
  /** capabilities that differ from their default */
  readonly overrides: { readonly allow: readonly string[]; readonly deny: readonly string[] }
}

/** The programs that hosts can install from a server. */
export const Available = Type.Object({
  targets: Type.Array(Type.String(), { description: 'platforms with a program, for example linux-amd64' }),
  images: Type.Array(Type.String(), { description: 'platforms with a container image' }),
})
export type Available = Static<typeof Available>

/** What an agent is installed on. An account is a Linux or macOS account without root. */
export const methods = ['linux', 'macos', 'windows', 'docker', 'account'] as const
export type Method = (typeof methods)[number]

const has = (targets: readonly string[], system: string) => targets.some((target) => target.startsWith(`${system}-`))

/** The methods for which the server has programs. */
export function availableMethods({ targets, images }: Available): Method[] {
  const possible: Record<Method, boolean> = {
    linux: has(targets, 'linux'),
    macos: has(targets, 'darwin'),
    windows: has(targets, 'windows'),
    docker: images.length > 0,
    account: has(targets, 'linux') || has(targets, 'darwin'),
  }
  return methods.filter((method) => possible[method])
}

/**
 * The command to paste into a terminal of the host. The code goes to the script on its standard input, or in a variable of
 * the shell: never in an argument, which every account of the host could list. Nothing needs quoting, because an origin, a
 * base64url code and names of capabilities contain no characters that are special in a shell.
 */
export function scriptCommand(method: Method, { serverUrl, code, overrides }: Agent): string {
  const names = [...overrides.allow, ...overrides.deny.map((name) => `-${name}`)].join(',')
  if (method === 'windows') {
    const capabilities = names && ` -Capabilities "${names}"`
    return [
      `$env:SVC_ENROLLMENT_CODE = "${code}"`,
      `& ([scriptblock]::Create((irm ${serverUrl}/install.ps1))) -Server "${serverUrl}"${capabilities}`,
    ].join('\n')
  }
  const shell = method === 'account' ? 'sh' : 'sudo sh'
  const options = `${names && ` --capabilities ${names}`}${method === 'docker' ? ' --docker' : ''}`
  const url = serverUrl.includes('[') ? `'${serverUrl}'` : serverUrl
  const script = serverUrl.includes('[') ? `'${serverUrl}/install.sh'` : `${serverUrl}/install.sh`
  return [
    `{ echo SVC_ENROLLMENT_CODE=${code}`,
    `  curl -fsSLg ${script} || wget -qO- ${script}`,
    `} | ${shell} -s -- --server ${url}${options}`,
  ].join('\n')
}
