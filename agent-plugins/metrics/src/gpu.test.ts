import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAgent } from '@svc/agent/testing'
import type { Logger } from '@svc/agent-sdk'
import { Report } from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type GpuOptions, makeGpu } from './gpu.ts'
import { makeRoundCollector, parseLine } from './gpu-csv.ts'
import plugin from './index.ts'

vi.setConfig({ testTimeout: 30_000 })

const mebibyte = 1024 * 1024
const first = '0, 2, 24564, 1024, 37, 61, NVIDIA GeForce RTX 4090'
const second = '1, 2, 81559, 0, 3, 40, NVIDIA H100 80GB HBM3'

describe('nvidia-smi output', () => {
  it('has one device per line, in bytes, percent and degrees', () => {
    expect(parseLine(first)).toEqual({
      index: 0,
      count: 2,
      device: {
        name: 'NVIDIA GeForce RTX 4090',
        mem_total: 24564 * mebibyte,
        mem_used: mebibyte * 1024,
        utilization: 37,
        temperature: 61,
      },
    })
  })

  it('uses 0 for unsupported values and allows commas in names', () => {
    expect(parseLine('0, 1, [N/A], [Not Supported], [Unknown Error], N/A, Tesla K80, rev, B')?.device).toEqual({
      name: 'Tesla K80, rev, B',
      mem_total: 0,
      mem_used: 0,
      utilization: 0,
      temperature: 0,
    })
  })

  it.each([
    '',
    "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.",
    'index, count, memory.total',
    '-1, 1, 1, 1, 1, 1, x',
    'No devices were found',
  ])('is none when it is something else: %s', (line) => {
    expect(parseLine(line)).toBeNull()
  })

  it('completes a round with the last device, in any order', () => {
    const take = makeRoundCollector()
    expect(take(second)).toBeNull()
    expect(take('Warning: something')).toBeNull()
    expect(take(first)).toMatchObject({
      count: 2,
      average_usage: 20,
      detailed_info: [{ name: 'NVIDIA GeForce RTX 4090' }, { name: 'NVIDIA H100 80GB HBM3' }],
    })
    expect(take(first)).toBeNull()
    // The line of the second device got lost: this begins a new round.
    expect(take(first)).toBeNull()
    expect(take(second)).toMatchObject({ count: 2 })
  })
})

describe('nvidia-smi process', () => {
  let folder: string
  let tools: { close(): void }[]
  const warnings: object[] = []
  const log: Logger = {
    debug: () => {},
    info: () => {},
    error: () => {},
    warn: (fields: object | string) => void warnings.push(Object(fields)),
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-gpu-'))
    tools = []
    warnings.length = 0
  })
  afterEach(() => {
    for (const { close } of tools) close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A tool that speaks as the real one does: a line per device and round, until it is ended. */
  function tool(script: string): string {
    const path = join(folder, 'nvidia-smi')
    writeFileSync(path, `#!/bin/sh\necho "$@" >> ${folder}/calls\n${script}\n`)
    chmodSync(path, 0o755)
    return path
  }
  /** Asks for a first sample, which starts the tool. */
  function begin(options?: GpuOptions) {
    const gpu = makeGpu(log, options)
    tools.push(gpu)
    expect(gpu.sampler.sample()).toEqual({ gpu: null })
    return gpu
  }
  const calls = () =>
    existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : []
  const round = `echo "${first}"; echo "${second}"`

  it('is started once and reports every round', async () => {
    const command = tool(`${round}\nwhile sleep 0.05; do ${round.replace('37', '57')}; done`)
    const { sampler } = begin({ command })
    await vi.waitFor(() => expect(sampler.sample()).toMatchObject({ gpu: { average_usage: 30 } }), 20_000)
    expect(calls()).toEqual([
      '--query-gpu=index,count,memory.total,memory.used,utilization.gpu,temperature.gpu,name --format=csv,noheader,nounits -l 3',
    ])
  })

  it('is found on PATH', async () => {
    tool(`${round}; sleep 60`)
    const path = process.env.PATH
    process.env.PATH = `${folder}:${path}`
    try {
      const { sampler } = begin()
      await vi.waitFor(() => expect(sampler.sample()).toMatchObject({ gpu: { count: 2 } }), 20_000)
    } finally {
      process.env.PATH = path
    }
  })

  it('keeps running while disconnected, for buffered reports', async () => {
    tool(`${round}\nwhile sleep 0.1; do ${round}; done`)
    const path = process.env.PATH
    process.env.PATH = `${folder}:${path}`
    const config = { collector: { enable_gpu: true } }
    const agent = await createTestAgent({ plugins: [{ plugin, capabilities: [] }], config })
    const untilGpu = async () => {
      for (let i = 0; i < 10; i++) if ((await agent.server.next(Report)).gpu) return
      throw new Error('no report had a GPU')
    }
    try {
      await untilGpu()
      agent.server.drop()
      await agent.server.connection(2)
      await untilGpu()
      expect(calls()).toHaveLength(1)
    } finally {
      process.env.PATH = path
      await agent.close()
    }
  })

  it('is restarted with backoff', async () => {
    const waits: number[] = []
    const command = tool(`[ -e ${folder}/fixed ] && ${round.replace('; ', ' && ')}\nexit 9`)
    const { sampler, close } = begin({
      command,
      wait: (failures) => {
        waits.push(failures)
        if (failures === 3) writeFileSync(join(folder, 'fixed'), '')
        return 1
      },
    })
    await vi.waitFor(() => expect(waits.slice(0, 5)).toEqual([0, 1, 2, 3, 0]), 20_000)
    close()
    await vi.waitFor(() => expect(sampler.sample()).toEqual({ gpu: null }), 20_000)
  })

  it('is killed and restarted when it hangs', async () => {
    const command = tool('exec sleep 60')
    begin({ command, staleAfterMs: 50, wait: () => 1 })
    await vi.waitFor(() => expect(calls().length).toBeGreaterThan(1), 20_000)
  })

  it('logs one warning per attempt if not installed', async () => {
    const { sampler } = begin({ command: join(folder, 'none'), wait: () => 60_000 })
    await vi.waitFor(() => expect(warnings).toEqual([{ reason: expect.stringContaining('ENOENT') }]), 20_000)
    expect(sampler.sample()).toEqual({ gpu: null })
  })

  it('drops stale reports', async () => {
    let time = 0
    const { sampler } = begin({ command: tool(`${round}; sleep 60`), now: () => time, staleAfterMs: 20_000 })
    await vi.waitFor(() => expect(sampler.sample()).toMatchObject({ gpu: { count: 2 } }), 20_000)
    time = 20_001
    expect(sampler.sample()).toEqual({ gpu: null })
  })

  it('stops with the agent', async () => {
    const command = tool(`echo $$ > ${folder}/pid; ${round}; exec sleep 60`)
    const { sampler, close } = begin({ command })
    await vi.waitFor(() => expect(sampler.sample()).toMatchObject({ gpu: { count: 2 } }), 20_000)
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    expect(process.kill(pid, 0)).toBe(true)
    close()
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), 20_000)
    expect(sampler.sample()).toEqual({ gpu: null })
    expect(calls()).toHaveLength(1)
    expect(warnings).toEqual([])
  })
})
