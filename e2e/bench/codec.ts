import { setTimeout as sleep } from 'node:timers/promises'
import { contributedProgram } from '../harness/contributed.ts'
import type { Family } from './family.ts'
import { infoLine, ratioLine } from './line.ts'
import { startProgram } from './process.ts'

/** What `test/codec-process.ts` of metrics prints. */
interface Measured {
  readonly bytesPerRecord: number
  readonly bytesPerValue: number
  readonly sealHourMs: number
  readonly openWeekMs: number
  readonly openSomeMs: number
  readonly memoryBytes: number
}

async function measure(codec: 'bits' | 'zstd'): Promise<Measured> {
  const program = startProgram([...contributedProgram('codec'), codec])
  while (!program.hasEnded()) await sleep(100)
  if (program.exitCode() !== 0) throw new Error(`codec ${codec} failed:\n${program.output().slice(-2000)}`)
  return JSON.parse(program.output()) as Measured
}

/** Our codec has to be this much faster than zstd at what charts do, or it is not worth its code. */
const maxRatio = 0.85
const mebibyte = 2 ** 20

/** The codec of sealed blocks against columns that zstd of the runtime compresses with a dictionary of such columns. */
export const codec: Family = {
  name: 'codec',
  async run({ note }) {
    note('sealing and opening a week of ten hosts')
    const bits = await measure('bits')
    const zstd = await measure('zstd')
    const of = (name: string, unit: string, key: keyof Measured, scale = 1) => ({
      ...{ name, unit },
      ...{ value: bits[key] / scale, baseline: zstd[key] / scale },
    })
    return [
      infoLine(of('bytes per record, bit codec / columns and zstd', 'B', 'bytesPerRecord')),
      infoLine(of('bytes per value', 'B', 'bytesPerValue')),
      infoLine(of('CPU time of sealing an hour of a server', 'ms', 'sealHourMs')),
      ratioLine(of('CPU time of opening a week, 5 metrics', 'ms', 'openSomeMs'), { max: maxRatio }),
      ratioLine(of('CPU time of opening a week, all metrics', 'ms', 'openWeekMs'), { max: maxRatio }),
      infoLine(of('memory', 'MiB', 'memoryBytes', mebibyte)),
    ]
  },
}
