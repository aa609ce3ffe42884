import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const marks: readonly [word: string, kind: string][] = [
  ['qemu', 'kvm'],
  ['kvm', 'kvm'],
  ['vmware', 'vmware'],
  ['virtualbox', 'virtualbox'],
  ['hyperv', 'hyperv'],
  ['hyper-v', 'hyperv'],
  ['xen', 'xen'],
  ['docker', 'docker'],
  ['lxc', 'lxc'],
  ['parallels', 'parallels'],
  ['bochs', 'bochs'],
  ['openstack', 'openstack'],
]

/** What the firmware's product or vendor name says; null for real hardware and for clouds with names of their own. */
export function fromFirmware(product: string, vendor: string): string | null {
  const [what, whose] = [product.trim().toLowerCase(), vendor.trim().toLowerCase()]
  // The only one that calls its product just that.
  if (what === 'virtual machine' && whose === 'microsoft corporation') return 'hyperv'
  for (const name of [what, whose]) {
    const mark = marks.find(([word]) => name.includes(word))
    if (mark) return mark[1]
  }
  return null
}

function fromControlGroups(text: string): string | null {
  if (text.includes('docker')) return 'docker'
  return text.includes('lxc') ? 'lxc' : null
}

/** Asks systemd, which knows many more; null when it finds nothing or is not there. */
function fromSystemd(): Promise<string | null> {
  return new Promise((resolve) => {
    // It exits with 1 when it prints `none`.
    execFile('systemd-detect-virt', { timeout: 700 }, (_, stdout) => {
      const answer = stdout.trim()
      resolve(answer && answer !== 'none' ? answer : null)
    })
  })
}

/** What this host is a guest of; null on hardware. `root` is where /sys and /proc are. */
export async function detectVirtualization(root: string, ask: () => Promise<string | null> = fromSystemd) {
  const read = (path: string) => readFile(join(root, path), 'utf8').catch(() => '')
  const [product, vendor] = await Promise.all([
    read('/sys/class/dmi/id/product_name'),
    read('/sys/class/dmi/id/sys_vendor'),
  ])
  const firmware = fromFirmware(product, vendor)
  if (firmware) return firmware
  if (existsSync(join(root, '/.dockerenv'))) return 'docker'
  return fromControlGroups(await read('/proc/1/cgroup')) ?? (await ask())
}
