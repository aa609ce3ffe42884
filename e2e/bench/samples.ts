import { setTimeout as sleep } from 'node:timers/promises'
import { contributedProgram } from '../harness/contributed.ts'
import type { Family } from './family.ts'
import { limitLine } from './line.ts'
import { startProgram } from './process.ts'

const mebibyte = 2 ** 20

/** The samples of the last ten minutes that the server keeps for live charts. */
export const samples: Family = {
  name: 'samples',
  async run({ note }) {
    note('keeping the samples of 500 servers')
    const program = startProgram(['--expose-gc', ...contributedProgram('recent-samples')])
    while (!program.hasEnded()) await sleep(100)
    if (program.exitCode() !== 0) throw new Error(`the samples failed:\n${program.output().slice(-2000)}`)
    const { bytes, sampleCount } = JSON.parse(program.output()) as { bytes: number; sampleCount: number }
    if (sampleCount < 190) throw new Error(`only ${sampleCount} samples of a server were kept`)
    const name = 'samples of the last ten minutes of 500 servers, in memory'
    return [limitLine({ name, unit: 'MB', value: bytes / mebibyte }, { max: 40 })]
  },
}
