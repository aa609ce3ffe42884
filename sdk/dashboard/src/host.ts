/** The API for the shell. Plugins do not import this. */
export { onSessionChange, withSearch } from './api/client.ts'
export { makeQueryClient, prefetchApi } from './api/query.ts'
export { brandQuery } from './brand.ts'
export { Contribution, ContributionError } from './contribution.tsx'
export { setInstalledDashboard } from './installed-dashboards.ts'
export { live, liveListPath } from './live/live.ts'
export { clearFailedLoads } from './load-once.ts'
export { store } from './local-storage.ts'
export { PageTitleContext } from './page-title.tsx'
export { type Contributed, makeRegistry, type Registry } from './registry.ts'
export { RegistryContext, useRegistry } from './registry-context.tsx'
export { safePath } from './safe-path.ts'
export { SessionContext } from './session.tsx'
export {
  addTextOwner,
  type LanguageChoice,
  loadTexts,
  preferredLanguage,
  showLanguage,
  type TextOwner,
  type Texts,
} from './texts.ts'
export { type ThemeChoice, useTheme } from './theme.ts'
export { Palette } from './ui/palette.tsx'
export { TipLayer } from './ui/tip-layer.tsx'
export { Toaster } from './ui/toast.tsx'
