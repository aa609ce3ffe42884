import { join } from 'node:path'
import { agents, serverDeleted } from '@svc/plugin-enrollment/contract'
import { credentialsRevoked, definePlugin, listen } from '@svc/plugin-sdk'
import { audit } from '@svc/plugin-system/contract'
import { config } from './config.ts'
import { makeFileAudit } from './file-audit.ts'
import { changeRoutes } from './routes/change-routes.ts'
import { lookRoutes } from './routes/look-routes.ts'
import { streamRoutes } from './routes/stream-routes.ts'
import { transferRoutes } from './routes/transfer-routes.ts'
import { uploadRoutes } from './routes/upload-routes.ts'
import { makeDownloads } from './transfers/downloads.ts'
import { makeTempFiles } from './transfers/temp-files.ts'
import { makeTransfers } from './transfers/transfers.ts'
import { makeUploads } from './transfers/uploads.ts'

export default definePlugin({
  id: 'files',
  config,
  requires: { agents, audit },
  setup({ config, clock, dataDir, agents, text, ...core }) {
    const audit = makeFileAudit({ audit: core.audit, text })
    const temp = makeTempFiles(join(dataDir, 'files-transfers'))
    const transfers = makeTransfers(clock, temp)
    const downloads = makeDownloads({ agents, audit, temp, transfers })
    const uploads = makeUploads({ agents, audit, transfers, maxSize: config.file.max_upload_size })
    return {
      on: [listen(serverDeleted, ({ id }) => transfers.removeServer(id)), listen(credentialsRevoked, transfers.revoke)],
      routes: async (app) => {
        await app.register(lookRoutes({ agents, audit }))
        await app.register(changeRoutes({ agents, audit }))
        await app.register(transferRoutes({ agents, audit, downloads, temp, transfers, text }))
        await app.register(streamRoutes({ agents, audit, downloads }))
        await app.register(uploadRoutes({ temp, uploads }))
      },
      ready: temp.clear,
      close: transfers.close,
    }
  },
})
