import { describe, expect, it } from 'vitest'
import { listMounts, makeDisk, sumSpace } from './disk.ts'
import { type Mount, parseMountinfo, storeOf } from './mounts.ts'

const line = (device: string, path: string, type: string, source: string) =>
  `36 35 ${device} / ${path} rw,relatime shared:1 master:2 - ${type} ${source} rw,errors=continue`

describe('/proc/self/mountinfo', () => {
  it('lists only disks', () => {
    const text = [
      line('254:0', '/', 'ext4', '/dev/vda'),
      '22 28 0:20 / /sys rw,nosuid - sysfs sysfs rw',
      '40 28 0:35 / /data rw - xfs /dev/vdb rw',
      line('8:17', '/run/media/me/usb', 'vfat', '/dev/sdb1'),
      line('8:18', '/run/credentials', 'ext4', '/dev/sdc1'),
      line('8:19', '/sys/fs/odd', 'ext4', '/dev/sdd1'),
      line('0:50', '/mnt/share', 'nfs4', 'server:/export'),
      line('0:51', '/mnt/win', 'cifs', '//server/share'),
      line('0:52', '/tmp', 'tmpfs', 'tmpfs'),
      line('7:1', '/snap/core/1', 'squashfs', '/dev/loop1'),
      line('0:53', '/var/lib/nfs', 'odd', 'sunrpc'),
      line('0:54', '/net', 'autofs', 'systemd-1'),
      line('0:55', '/var/lib/docker/overlay2/x/merged', 'overlay', 'overlay'),
    ].join('\n')
    expect(parseMountinfo(text).map(({ path }) => path)).toEqual([
      '/',
      '/data',
      '/run/media/me/usb',
      '/var/lib/docker/overlay2/x/merged',
    ])
  })

  it('decodes escaped characters in paths', () => {
    const text = Buffer.from(line('8:1', '/mnt/my\\040disk/größe\\134', 'ext4', '/dev/sda1')).toString('latin1')
    expect(parseMountinfo(text)[0]?.path).toBe('/mnt/my disk/größe\\')
  })

  it('only lists the last mount of a path', () => {
    const text = [line('8:1', '/mnt', 'ext4', '/dev/a'), line('8:2', '/mnt', 'xfs', '/dev/b')].join('\n')
    expect(parseMountinfo(text)).toEqual([{ path: '/mnt', type: 'xfs', source: '/dev/b', device: '8:2' }])
    expect(
      parseMountinfo([line('8:1', '/mnt', 'ext4', '/dev/a'), line('0:9', '/mnt', 'tmpfs', 't')].join('\n')),
    ).toEqual([])
  })

  it.each(['', '\n\n', 'a b c', '36 35 8:1 / /mnt rw - ext4', '- - -'])('ignores malformed text: %j', (text) => {
    expect(parseMountinfo(text)).toEqual([])
  })
})

describe('sumSpace', () => {
  const mount = (path: string, type: string, source: string, device: string): Mount => ({ path, type, source, device })
  const size = (of: Mount, total: number, used: number, inodes = 0) => ({
    ...{ mount: of, total, used, inodes },
    inodesUsed: Math.floor(inodes / 2),
  })

  it('counts a device once, even if mounted several times', () => {
    const sizes = [
      size(mount('/', 'ext4', '/dev/vda1', '254:1'), 100, 40),
      size(mount('/home', 'ext4', '/dev/vda1', '254:1'), 100, 40),
      size(mount('/data', 'xfs', '/dev/vdb', '254:2'), 50, 10),
    ]
    expect(sumSpace(sizes)).toEqual({ total: 150, used: 50 })
  })

  it('counts Btrfs subvolumes once', () => {
    const sizes = ['/', '/home'].map((path, n) => size(mount(path, 'btrfs', '/dev/sda2', `0:${20 + n}`), 100, 40))
    expect(sumSpace(sizes)).toEqual({ total: 100, used: 40 })
  })

  it('adds up the usage of ZFS datasets and counts their shared free space once', () => {
    const sizes = [
      size(mount('/tank', 'zfs', 'tank', '0:40'), 70, 10),
      size(mount('/tank/a', 'zfs', 'tank/a', '0:41'), 90, 30),
      size(mount('/other', 'zfs', 'other', '0:42'), 20, 5),
    ]
    expect(sumSpace(sizes)).toEqual({ total: 120, used: 45 })
    expect(storeOf(mount('/tank/a', 'zfs', 'tank/a', '0:41'))).toBe('zfs:tank')
  })

  it('counts overlays only if the underlying store is not counted', () => {
    const layer = (n: number) => size(mount(`/overlay/${n}`, 'overlay', 'overlay', `0:${n}`), 100, 40, 7)
    const store = size(mount('/', 'ext4', '/dev/vda1', '254:1'), 100, 40, 7)
    expect(sumSpace([layer(1), layer(2), store])).toEqual({ total: 100, used: 40 })
    // In a container the store itself is not to be seen.
    expect(sumSpace([layer(1), layer(2)])).toEqual({ total: 100, used: 40 })
  })

  it('is zero without file systems', () => {
    expect(sumSpace([])).toEqual({ total: 0, used: 0 })
  })
})

describe('listMounts', () => {
  const mount = (path: string, type: string, source: string, device: string): Mount => ({ path, type, source, device })
  const size = (of: Mount, total: number, used: number, inodes = 0) => ({
    ...{ mount: of, total, used, inodes },
    inodesUsed: Math.floor(inodes / 2),
  })

  it('lists each store once, by path, and all datasets of a pool', () => {
    const sizes = [
      size(mount('/srv/bind', 'ext4', '/dev/vda1', '254:1'), 100, 40, 10),
      size(mount('/', 'ext4', '/dev/vda1', '254:1'), 100, 40, 10),
      size(mount('/tank', 'zfs', 'tank', '0:40'), 70, 10),
      size(mount('/tank/a', 'zfs', 'tank/a', '0:41'), 90, 30),
      size(mount('/overlay', 'overlay', 'overlay', '0:9'), 100, 40, 10),
    ]
    expect(listMounts(sizes)).toEqual([
      { path: '/', type: 'ext4', total: 100, used: 40, inodes: 10, inodes_used: 5 },
      { path: '/tank', type: 'zfs', total: 70, used: 10, inodes: null, inodes_used: null },
      { path: '/tank/a', type: 'zfs', total: 90, used: 30, inodes: null, inodes_used: null },
    ])
  })

  it('keeps the fullest of many', () => {
    const sizes = Array.from({ length: 100 }, (_, n) => size(mount(`/m${n}`, 'ext4', `/dev/sd${n}`, `8:${n}`), 1000, n))
    const listed = listMounts(sizes)
    expect(listed).toHaveLength(32)
    expect(Math.min(...listed.map(({ used }) => used))).toBe(68)
  })
})

describe('makeDisk', () => {
  const mountinfo = (text: string) => ({ read: () => text, close: () => {} })
  const two = [line('8:1', '/', 'ext4', '/dev/sda1'), line('8:2', '/mnt', 'ext4', '/dev/sdb1')].join('\n')

  it('counts space reserved for root as used', async () => {
    const disk = makeDisk(mountinfo(line('8:1', '/', 'ext4', '/dev/sda1')), async () => ({
      bsize: 4096,
      blocks: 1000,
      bavail: 300,
      files: 5,
      ffree: 2,
    }))
    expect(await disk.space()).toEqual({ total: 4_096_000, used: 700 * 4096 })
    expect(await disk.sampler.sample()).toEqual({
      disk_used: 700 * 4096,
      mounts: [{ path: '/', type: 'ext4', total: 4_096_000, used: 700 * 4096, inodes: 5, inodes_used: 3 }],
    })
  })

  it('skips a hanging file system and keeps its last size', async () => {
    let asked = 0
    let isHanging = false
    const disk = makeDisk(mountinfo(two), (path) => {
      if (path === '/') return Promise.resolve({ bsize: 1, blocks: 100, bavail: 60, files: 1, ffree: 1 })
      asked += 1
      return isHanging
        ? new Promise(() => {})
        : Promise.resolve({ bsize: 1, blocks: 50, bavail: 40, files: 2, ffree: 1 })
    })
    expect(await disk.space()).toEqual({ total: 150, used: 50 })
    isHanging = true
    expect(await disk.space()).toEqual({ total: 150, used: 50 })
    expect(await disk.space()).toEqual({ total: 150, used: 50 })
    expect(asked).toBe(2)
  })

  it('omits failing, empty and unmounted file systems', async () => {
    let text = two
    const disk = makeDisk({ read: () => text, close: () => {} }, async (path) => {
      if (path === '/mnt') return { bsize: 1, blocks: 50, bavail: 40, files: 2, ffree: 1 }
      throw new Error('EACCES')
    })
    expect(await disk.space()).toEqual({ total: 50, used: 10 })
    text = line('8:1', '/', 'ext4', '/dev/sda1')
    expect(await disk.space()).toEqual({ total: 0, used: 0 })
  })
})
