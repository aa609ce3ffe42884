import { bundled } from './bundled.ts'
import { type Candidate, discover, tableOf } from './discover.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const own = discover(bundled, silent)

/** The capabilities of this agent: those that its plugins declare, and the names of the protocol. */
export let capabilityTable = tableOf(own)

/** Whether every plugin of this host is known. If not, a name that none declares may be that of the missing one. */
export let isComplete = true

/** Adds the capabilities of plugins from the host's folder, before anything reads the table. */
export function addHostCapabilities(candidates: readonly Candidate[], areAllKnown: boolean): void {
  capabilityTable = tableOf([...own, ...candidates])
  isComplete = areAllKnown
}
