import type { OffloadContext } from '@svc/plugin-sdk'
import { type Simulation, type SimulationInput, simulate } from './simulate.ts'

/** Runs in the maintenance worker: weeks of a fleet can take a second. */
export default (_: OffloadContext, input: SimulationInput): Simulation => simulate(input)
