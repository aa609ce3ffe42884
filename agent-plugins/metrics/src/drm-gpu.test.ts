import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findPciName, makeDrmGpus } from './drm-gpu.ts'
import { makeGpus } from './gpus.ts'

let root: string
let time = 0
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-drm-'))
  time = 0
})
afterEach(() => rmSync(root, { recursive: true, force: true }))
const put = (path: string, text: string | number) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), `${text}\n`)
}
const make = () => makeDrmGpus({ root, now: () => time })
const drm = 'sys/class/drm'

const pciIds = [
  '# comment',
  '1002  Advanced Micro Devices, Inc. [AMD/ATI]',
  '\t744c  Navi 31 [Radeon RX 7900 XT/7900 XTX]',
  '\t\t1002 0e3b  RX 7900 GRE',
  '8086  Intel Corporation',
  '\t56a0  DG2 [Arc A770]',
  '\t744c  Something else',
].join('\n')

describe('the name of a device', () => {
  it('is that of its vendor', () => {
    expect(findPciName(pciIds, '1002', '744c')).toBe('Radeon RX 7900 XT/7900 XTX')
    expect(findPciName(pciIds, '8086', '744c')).toBe('Something else')
    expect(findPciName(pciIds, '1002', '56a0')).toBeNull()
    expect(findPciName('', '1002', '744c')).toBeNull()
  })
})

describe('GPUs of AMD and Intel', () => {
  it('of AMD have memory, usage and temperature', async () => {
    put(`${drm}/card1/device/vendor`, '0x1002')
    put(`${drm}/card1/device/device`, '0x744c')
    put(`${drm}/card1/device/mem_info_vram_total`, 25_753_026_560)
    put(`${drm}/card1/device/mem_info_vram_used`, 1_048_576)
    put(`${drm}/card1/device/gpu_busy_percent`, 37)
    put(`${drm}/card1/device/hwmon/hwmon4/temp1_input`, 51_000)
    put(`${drm}/card1-DP-1/status`, 'connected')
    put('usr/share/hwdata/pci.ids', pciIds)
    expect(await make().read()).toEqual([
      {
        name: 'AMD Radeon RX 7900 XT/7900 XTX',
        ...{ mem_total: 25_753_026_560, mem_used: 1_048_576, utilization: 37, temperature: 51 },
      },
    ])
  })

  it.each([
    ['i915', `${drm}/card0/gt/gt0/rc6_residency_ms`],
    ['xe', `${drm}/card0/device/tile0/gt0/gtidle/idle_residency_ms`],
  ])('of Intel are busy while they are not idle: %s', async (_, path) => {
    put(`${drm}/card0/device/vendor`, '0x8086')
    put(`${drm}/card0/device/device`, '0x46a6')
    put(path, 1000)
    const gpus = make()
    expect(await gpus.read()).toMatchObject([{ name: 'Intel GPU 46a6', utilization: 0 }])
    time = 3000
    put(path, 3250)
    expect(await gpus.read()).toMatchObject([{ utilization: 25 }])
    time = 6000
    put(path, 10)
    expect(await gpus.read()).toMatchObject([{ utilization: 0 }])
  })

  it('are empty for other vendors and without any', async () => {
    expect(await make().read()).toEqual([])
    put(`${drm}/card0/device/vendor`, '0x10de')
    expect(await make().read()).toEqual([])
  })

  it('are found after a driver was loaded', async () => {
    const gpus = make()
    expect(await gpus.read()).toEqual([])
    put(`${drm}/card0/device/vendor`, '0x1002')
    gpus.reset()
    expect(await gpus.read()).toMatchObject([{ name: 'AMD GPU' }])
  })
})

describe('all GPUs', () => {
  it('are read without the tool of NVIDIA where there are only others', async () => {
    put(`${drm}/card0/device/vendor`, '0x1002')
    put(`${drm}/card0/device/gpu_busy_percent`, 40)
    const warnings: unknown[] = []
    const log = { warn: (fields: unknown) => warnings.push(fields), debug() {} } as never
    const { sampler, close } = makeGpus(log, { root, command: join(root, 'missing') })
    expect(await sampler.sample()).toEqual({
      gpu: {
        ...{ count: 1, average_usage: 40 },
        detailed_info: [{ name: 'AMD GPU', mem_total: 0, mem_used: 0, utilization: 40, temperature: 0 }],
      },
    })
    expect(warnings).toEqual([])
    close()
  })

  it('are none without any', async () => {
    const { sampler, close } = makeGpus({ warn() {}, debug() {} } as never, { root, command: join(root, 'missing') })
    expect(await sampler.sample()).toEqual({ gpu: null })
    close()
  })
})
