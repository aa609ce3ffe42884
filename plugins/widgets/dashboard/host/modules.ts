import { ApiError, api, onLiveMessage } from '@svc/dashboard-sdk'
import { type InstalledModule, modulesChanged, modulesPath } from '../module.ts'
import { loadModule } from './load-module.ts'
import { makeModuleSource } from './module-source.ts'

const source = makeModuleSource({
  list: () => api<InstalledModule[]>('GET', modulesPath),
  load: loadModule,
  listen: (changed) => void onLiveMessage(modulesChanged, changed, changed),
  isRetryable: (failure) =>
    failure instanceof ApiError && (failure.status === 0 || failure.status === 429 || failure.status >= 500),
  after: (run, milliseconds) => void setTimeout(run, milliseconds),
})
export default source
