import { bundled } from './bundled.ts'
import { discover, tableOf } from './discover.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** The capabilities of this agent: those that its plugins declare, and the names of the protocol. */
export const capabilityTable = tableOf(discover(bundled, silent))
