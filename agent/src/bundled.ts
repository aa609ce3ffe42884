import { type Installed, installed } from './installed.ts'

/** The plugins that come with the agent: package names only, the agent imports none of them by itself. */
export const bundled: readonly Installed[] = [
  '@svc/agent-plugin-metrics',
  '@svc/agent-plugin-ping',
  '@svc/agent-plugin-processes',
].map(installed)
