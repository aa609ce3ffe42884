import type { InstalledModule } from '@svc/plugin-widgets/contract'
import { isCompatible, SDK_VERSION } from '@svc/widget-sdk'

export type { InstalledModule }

export const modulesPath = '/api/widget-modules'

/** said by the server after every change, to every browser */
export const modulesChanged = 'widget_modules_changed'

export const modulePath = (id: string): string => `${modulesPath}/${encodeURIComponent(id)}`

/** One installed version of a module: another one is another instance in the browser. */
export const versionKey = ({ id, package_sha256, entry_path }: InstalledModule): string =>
  `${id}@${package_sha256}/${entry_path}`

export const fits = ({ manifest }: InstalledModule): boolean => isCompatible(SDK_VERSION, manifest.sdkVersion)
