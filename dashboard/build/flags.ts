import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

const require = createRequire(import.meta.url)
const manifest = require.resolve('country-flag-icons/package.json')
const folder = join(dirname(manifest), '3x2')
const addresses = join(import.meta.dirname, '../../sdk/protocol/src/text/flag-address.ts')

interface Addresses {
  readonly flagEdition: string
  readonly flagAddress: (code: string) => string | undefined
}

/** A file for each flag, so that a browser without flag emoji loads those that it shows and no others. */
export function flags(): Plugin {
  const files = new Map<string, string>()
  return {
    name: 'flags',
    async configResolved({ root }) {
      const options = { root, configFile: false, logLevel: 'error' } as const
      const { flagAddress, flagEdition } = (await runnerImport<Addresses>(addresses, options)).module
      const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
      if (version !== flagEdition) throw new Error(`flags are those of ${version}, but flagEdition is ${flagEdition}`)
      for (const name of readdirSync(folder)) {
        const address = name.endsWith('.svg') && flagAddress(name.slice(0, -'.svg'.length))
        if (address) files.set(address, readFileSync(join(folder, name), 'utf8'))
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const source = files.get(request.url ?? '')
        if (source === undefined) return next()
        response.setHeader('content-type', 'image/svg+xml').end(source)
      })
    },
    generateBundle() {
      for (const [address, source] of files) this.emitFile({ type: 'asset', fileName: address.slice(1), source })
    },
  }
}
