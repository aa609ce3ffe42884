import { ApiError, api, onLiveMessage } from '@svc/dashboard-sdk'
import { type InstalledModule, modulesChanged, modulesPath } from '../module.ts'
import { loadModule } from './load-module.ts'
import { makeModuleSource } from './module-source.ts'

const source = makeModuleSource({
  list: () => api<InstalledModule[]>('GET', modulesPath),
  load: loadModule,
  listen: (changed) => void onLiveMessage(modulesChanged, changed, changed),
  isRetryable: (error) =>
    error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500),
  after: (run, milliseconds) => void setTimeout(run, milliseconds),
})
export default source
