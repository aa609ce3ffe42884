/** The simulated fleet, for tests and pictures. */
export { reportAt } from './fleet/curves.ts'
export { type Host, hosts, isOffline } from './fleet/hosts.ts'
export { simulateHost } from './fleet/simulated-host.ts'
