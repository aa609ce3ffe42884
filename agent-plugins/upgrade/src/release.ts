const platforms: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** The name of the program for a platform; undefined if none is published. */
export function assetName(platform: string, arch: string): string | undefined {
  const [system, processor] = [platforms[platform], architectures[arch]]
  if (!system || !processor || (system === 'windows' && processor !== 'amd64')) return undefined
  return `svc-agent-${system}-${processor}${system === 'windows' ? '.exe' : ''}`
}

/** In the order in which they are tried. */
export const checksumFiles = ['checksums.txt', 'sha256sums.txt']

export const fileUrl = (base: string, version: string, file: string): URL =>
  new URL(`${base.replace(/\/+$/, '')}/download/v${encodeURIComponent(version)}/${file}`)

const isLoopback = ({ hostname }: URL) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Why an address cannot be a release location. Plain http is for a mirror on the host itself. */
export function locationError(base: string): string | undefined {
  if (!base) return 'upgrade.release_repo_url is not set'
  const url = URL.canParse(base) ? new URL(base) : undefined
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLoopback(url)))
    return 'upgrade.release_repo_url must be an https address'
  if (url.username || url.password || url.search || url.hash)
    return 'upgrade.release_repo_url must not contain credentials, a query or a fragment'
  return undefined
}

/** The checksum of a file in a list as `sha256sum` writes it; undefined if it is not listed. */
export function checksumOf(list: string, file: string): string | undefined {
  for (const line of list.split(/\r?\n/)) {
    const [hash = '', name = ''] = line.trim().split(/\s+/)
    if (name.replace(/^\*/, '') === file) return /^[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : undefined
  }
  return undefined
}
