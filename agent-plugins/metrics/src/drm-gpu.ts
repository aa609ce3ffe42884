import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GpuDevice } from '@svc/protocol'

const vendors: Readonly<Record<string, 'AMD' | 'Intel'>> = { '0x1002': 'AMD', '0x8086': 'Intel' }

const list = (folder: string) => readdir(folder).catch(() => [])
const readText = (path: string) =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => null,
  )
async function readNumber(path: string): Promise<number | null> {
  const text = await readText(path)
  return text !== null && /^-?\d+$/.test(text) ? Number(text) : null
}

/** Finds the name of a device in the text of pci.ids: vendors at the start of lines, their devices after a tab. */
export function findPciName(pciIds: string, vendor: string, device: string): string | null {
  const start = pciIds.search(new RegExp(`^${vendor}\\b`, 'm'))
  if (start < 0) return null
  const rest = pciIds.slice(pciIds.indexOf('\n', start) + 1)
  const end = rest.search(/^[0-9a-f]/m)
  const line = new RegExp(`^\\t${device}  (.+)$`, 'm').exec(end < 0 ? rest : rest.slice(0, end))?.[1]
  // `Navi 31 [Radeon RX 7900 XT/7900 XTX]`: the name that people know is in brackets.
  return line?.match(/\[(.+)\]/)?.[1] ?? line ?? null
}

/** Where distributions put the names of PCI devices. */
const pciIdPaths = ['usr/share/hwdata/pci.ids', 'usr/share/misc/pci.ids']

/** Time without work since boot, in milliseconds, of one engine of an Intel GPU. */
interface Idle {
  readonly ms: number
  readonly at: number
}

interface Card {
  readonly name: string
  /** path of the PCI device */
  readonly device: string
  readonly vendor: 'AMD' | 'Intel'
  readonly idlePath: string | null
  idle: Idle | null
}

export interface DrmGpuOptions {
  /** prefix of /sys and /usr */
  readonly root: string
  /** monotonic clock, in milliseconds */
  readonly now: () => number
}

/** The counter of idle time: of the driver i915, or xe. */
async function findIdlePath(card: string): Promise<string | null> {
  for (const path of [
    'gt/gt0/rc6_residency_ms',
    'power/rc6_residency_ms',
    'device/tile0/gt0/gtidle/idle_residency_ms',
  ]) {
    if ((await readNumber(join(card, path))) !== null) return join(card, path)
  }
  return null
}

/** GPUs of AMD and Intel, from the files of their drivers. Reads what `rocm-smi` reads, so that it need not be installed. */
export function makeDrmGpus({ root, now }: DrmGpuOptions) {
  let cards: Promise<Card[]> | undefined

  async function nameOf(device: string, vendor: string, kind: string): Promise<string> {
    const [product, id] = await Promise.all([readText(join(device, 'product_name')), readText(join(device, 'device'))])
    if (product) return product
    const hex = (text: string | null) => text?.replace(/^0x/, '') ?? ''
    for (const path of pciIdPaths) {
      const found = findPciName((await readText(join(root, path))) ?? '', hex(vendor), hex(id))
      if (found) return `${kind} ${found}`
    }
    return `${kind} GPU ${hex(id)}`.trim()
  }

  async function findCards(): Promise<Card[]> {
    const drm = join(root, 'sys/class/drm')
    const names = (await list(drm)).filter((name) => /^card\d+$/.test(name))
    const found = names
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .map(async (name): Promise<Card[]> => {
        const device = join(drm, name, 'device')
        const id = (await readText(join(device, 'vendor'))) ?? ''
        const vendor = vendors[id]
        if (!vendor) return []
        const idlePath = vendor === 'Intel' ? await findIdlePath(join(drm, name)) : null
        return [{ name: await nameOf(device, id, vendor), device, vendor, idlePath, idle: null }]
      })
    return (await Promise.all(found)).flat()
  }

  /** Percent of the time since the previous reading that was not idle. */
  async function busyOf(card: Card): Promise<number> {
    if (!card.idlePath) return (await readNumber(join(card.device, 'gpu_busy_percent'))) ?? 0
    const ms = await readNumber(card.idlePath)
    if (ms === null) return 0
    const before = card.idle
    const at = now()
    card.idle = { ms, at }
    // Counters of 32 bits wrap around.
    if (!before || at <= before.at || ms < before.ms) return 0
    return Math.min(Math.max(100 - (100 * (ms - before.ms)) / (at - before.at), 0), 100)
  }

  async function temperatureOf(device: string): Promise<number> {
    const [monitor] = await list(join(device, 'hwmon'))
    if (!monitor) return 0
    const folder = join(device, 'hwmon', monitor)
    for (const input of ['temp1_input', 'temp2_input']) {
      const millidegrees = await readNumber(join(folder, input))
      if (millidegrees !== null && millidegrees > 0) return millidegrees / 1000
    }
    return 0
  }

  return {
    /** The devices now; empty without any. */
    async read(): Promise<GpuDevice[]> {
      cards ??= findCards()
      return Promise.all(
        (await cards).map(async (card) => {
          const [total, used, utilization, temperature] = await Promise.all([
            readNumber(join(card.device, 'mem_info_vram_total')),
            readNumber(join(card.device, 'mem_info_vram_used')),
            busyOf(card),
            temperatureOf(card.device),
          ])
          return { name: card.name, mem_total: total ?? 0, mem_used: used ?? 0, utilization, temperature }
        }),
      )
    },
    /** Looks for devices again: drivers are loaded and unloaded. */
    reset() {
      cards = undefined
    },
  }
}
