import { hosts, isOffline, simulateHost } from '../src/testing.ts'

/** The fleet of which `npm run shots` makes pictures. */
export default { hosts, isOffline, simulateHost }
