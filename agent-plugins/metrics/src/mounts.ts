/** A mounted file system that counts as disk. */
export interface Mount {
  readonly path: string
  readonly type: string
  /** the device or dataset, as given to mount */
  readonly source: string
  /** major:minor */
  readonly device: string
}

const pseudoTypes = new Set([
  'rootfs',
  'sysfs',
  'proc',
  'devtmpfs',
  'cgroup',
  'cgroup2',
  'pstore',
  'squashfs',
  'rpc_pipefs',
  'iso9660',
  'devpts',
  'hugetlbfs',
  'mqueue',
  'tmpfs',
  'ramfs',
  // Reading its size would mount the target.
  'autofs',
  // Disks of other hosts.
  'cifs',
  'smb3',
  'nfs',
  'nfs4',
])

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

function counts({ path, type, source }: Mount): boolean {
  if (pseudoTypes.has(type) || source.startsWith('sunrpc')) return false
  if (isBelow(path, '/sys') || isBelow(path, '/proc')) return false
  return !isBelow(path, '/run') || isBelow(path, '/run/media')
}

/** A space in a path is written as `\040`. */
const unescapeOctal = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

/**
 * /proc/self/mountinfo, filtered to disks. A later mount on the same path hides the earlier one. The text is Latin-1 as
 * read; paths come back as UTF-8.
 */
export function parseMountinfo(text: string): Mount[] {
  const mounts = new Map<string, Mount>()
  for (const line of text.split('\n')) {
    const [left = '', right = ''] = line.split(' - ', 2)
    const [, , device, , path] = left.split(' ')
    const [type, source] = right.split(' ')
    if (!device || !path || !type || source === undefined) continue
    const decode = (word: string) => Buffer.from(unescapeOctal(word), 'latin1').toString('utf8')
    mounts.set(decode(path), { path: decode(path), type, source: decode(source), device })
  }
  return [...mounts.values()].filter(counts)
}

/**
 * Mounts with the same key share one store, so their sizes must not be added up: bind mounts of one device, subvolumes
 * of one Btrfs, datasets of one ZFS pool.
 */
export function storeOf({ type, source, device }: Mount): string {
  if (type === 'zfs') return `zfs:${source.split('/', 1)[0]}`
  return type === 'btrfs' && source.startsWith('/') ? source : device
}
