export { type CodedText, type Format, makeFormat, type Unit } from '@svc/protocol/text'
export { ApiError } from './api/api-error.ts'
export { api, apiPage, type Method, type Search } from './api/client.ts'
export { errorText, fieldRules } from './api/error-text.ts'
export { type ApiQuery, type ListPages, useApi, useApiBytes, useInvalidate, useMutate, usePages } from './api/query.ts'
export { type Brand, useBrand } from './brand.ts'
export { cn } from './cn.ts'
export { loadCodedText, useCodedText } from './coded-text.ts'
export { type CsvCell, toCsv } from './csv.ts'
export { type DashboardPlugin, defineDashboard } from './dashboard.ts'
export { deviceName } from './device-name.ts'
export { ErrorBoundary } from './error-boundary.tsx'
export { fileNameOf } from './file-name.ts'
export type { Fill, FirstContributions } from './fill.ts'
export { Form } from './form/form.tsx'
export { type SchemaField, SchemaFields } from './form/schema-fields.tsx'
export { isMasked, SecretField, SecretInput } from './form/secret-field.tsx'
export { type FieldErrors, type FormHandle, type FormState, useForm } from './form/use-form.ts'
export { countStates, healthy, needsAttention, type ServerState, serverStates, stateOf, worstFirst } from './health.ts'
export { type Translate, useAllLabels, useAllTexts, useLabels, useLanguage, useT } from './i18n.ts'
export { ImportError, type ImportFault, importModule } from './import-module.ts'
export { type InstalledDashboard, useInstalledDashboard } from './installed-dashboards.ts'
export { formatUtc, toIsoTime } from './iso-time.ts'
export { type LeaveGuard, useLeaveGuard } from './leave-guard.ts'
export type { RecentTraffic } from './live/fleet-traffic.ts'
export { keepOrder } from './live/keep-order.ts'
export type { LiveStatus } from './live/live-link.ts'
export { liveServers } from './live/live-servers.ts'
export { onLiveMessage } from './live/on-live-message.ts'
export type { ServerRecord } from './live/server-record.ts'
export { subscribeLive } from './live/subscribe-live.ts'
export type { LiveTopic } from './live/subscriptions.ts'
export {
  useCatchUp,
  useLive,
  useLiveBuffer,
  useLiveMessage,
  useLiveSubscription,
  useLiveValues,
  useRecentTraffic,
  useServer,
  useServers,
  useUsageLimits,
} from './live/use-live.ts'
export { useSampledServers } from './live/use-sampled-servers.ts'
export { type ServerName, useServerList, useServerNames } from './live/use-server-list.ts'
export { loadOnce } from './load-once.ts'
export { useStoredChoice, useStoredText } from './local-storage.ts'
export { type Code, onDemand } from './on-demand.tsx'
export {
  definePage,
  type MainEntry,
  type NavEntry,
  type Page,
  type PageAccess,
  type PageRef,
  type PathParams,
  type SettingsEntry,
  type SettingsSection,
  settingsSections,
} from './page.ts'
export {
  PageLink,
  type PageTarget,
  useCanOpenPage,
  useNavigateToPage,
  usePageParams,
  usePageSearch,
} from './page-link.tsx'
export { usePageTitle } from './page-title.tsx'
export { percentOf } from './percent-of.ts'
export { PluginScope } from './plugin-scope.tsx'
export { randomId } from './random-id.ts'
export {
  type AbsoluteRange,
  formatRange,
  isRelativeRange,
  parseRange,
  type Range,
  type RelativeRange,
  resolveRange,
  type TimeRange,
  zoomRange,
} from './range/range.ts'
export { RangeBar } from './range/range-bar.tsx'
export { type RangeChoice, useRange } from './range/use-range.ts'
export { usePluginRunning } from './registry-context.tsx'
export { saveFile } from './save-file.ts'
export { serverNow } from './server-clock.ts'
export { type Me, type Session, useMe, useSession } from './session.tsx'
export {
  headerItems,
  homeFigures,
  homePage,
  homeProblems,
  homeSections,
  navCounts,
  type PaletteSource,
  pageBanners,
  paletteSources,
  settingsPage,
  watchers,
} from './shell-pages.ts'
export { distributionName, shortOs } from './short-os.ts'
export { type FillOptions, fill, Slot, type SlotContent, slot, useSlot } from './slot.tsx'
export type { SlotRef } from './slot-ref.ts'
export type { Language, Texts } from './texts.ts'
export { toError } from './to-error.ts'
export { Badge } from './ui/badge.tsx'
export { Button, type ButtonProps } from './ui/button.tsx'
export { Card } from './ui/card.tsx'
export { type HiddenLines, useHiddenLines, useLineClicks } from './ui/chart/hidden-lines.ts'
export { LineSwatch } from './ui/chart/legend.tsx'
export type { ChartCardProps, ChartGap, ChartMark, ChartProps, ChartSeries } from './ui/chart/props.ts'
export { Checkbox } from './ui/checkbox.tsx'
export { CodeBlock } from './ui/code-block.tsx'
export { ConfirmDialog } from './ui/confirm-dialog.tsx'
export { ContextMenu, type MenuPoint } from './ui/context-menu.tsx'
export { CopyButton } from './ui/copy-button.tsx'
export { copyText } from './ui/copy-text.ts'
export { Countdown } from './ui/countdown.tsx'
export { DeleteDialog } from './ui/delete-dialog.tsx'
export { Dialog } from './ui/dialog.tsx'
export { Drawer } from './ui/drawer.tsx'
export { DropdownMenu, MenuCheck, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from './ui/dropdown-menu.tsx'
export { EmptyState } from './ui/empty-state.tsx'
export { ErrorState } from './ui/error-state.tsx'
export { Field } from './ui/field.tsx'
export { Flag } from './ui/flag.tsx'
export { FormDialog } from './ui/form-dialog.tsx'
export { HealthReasons, ReasonText } from './ui/health-reasons.tsx'
export { HomeFigure } from './ui/home-figure.tsx'
export { IconButton } from './ui/icon-button.tsx'
export { InlineError } from './ui/inline-error.tsx'
export { Input } from './ui/input.tsx'
export { Kbd } from './ui/kbd.tsx'
export { Chart, ChartCard, chartCode } from './ui/lazy-chart.tsx'
export { LeaveDialog } from './ui/leave-dialog.tsx'
export { LoadMore } from './ui/load-more.tsx'
export { type Level, levelOf, Meter, percentText } from './ui/meter.tsx'
export { moveFocusInList } from './ui/move-focus-in-list.ts'
export { NavCount } from './ui/nav-count.tsx'
export { Notice } from './ui/notice.tsx'
export { PageHeader } from './ui/page-header.tsx'
export { paginate } from './ui/paginate.ts'
export { type Pages, Pagination } from './ui/pagination.tsx'
export { PaletteGroup, PaletteItem } from './ui/palette.tsx'
export { paletteRank } from './ui/palette-rank.ts'
export { PasswordInput } from './ui/password-input.tsx'
export { RelativeTime } from './ui/relative-time.tsx'
export { SaveBar } from './ui/save-bar.tsx'
export { SearchInput } from './ui/search-input.tsx'
export { Segmented } from './ui/segmented.tsx'
export { Select } from './ui/select.tsx'
export { ServerPicker } from './ui/server-picker.tsx'
export { ServerStateDot, ServerStateShape } from './ui/server-state-dot.tsx'
export { Skeleton } from './ui/skeleton.tsx'
export { SortHeader } from './ui/sort-header.tsx'
export { Sparkline } from './ui/sparkline.tsx'
export { sparklineValues } from './ui/sparkline-values.ts'
export { StaleNote } from './ui/stale-note.tsx'
export { Stat, StatPanels, StatSkeletons } from './ui/stat.tsx'
export { StatusDot, type StatusTone } from './ui/status-dot.tsx'
export { StickyBar, StickyBarEnd } from './ui/sticky-bar.tsx'
export { Switch } from './ui/switch.tsx'
export { type Column, type Sort, Table, type TableProps } from './ui/table.tsx'
export { stickyHead } from './ui/table-scroll.tsx'
export { type Tab, Tabs } from './ui/tabs.tsx'
export { TagLine } from './ui/tag-line.tsx'
export { Textarea } from './ui/textarea.tsx'
export { toast } from './ui/toast.tsx'
export { Tooltip } from './ui/tooltip.tsx'
export { type UptimeDay, type UptimeThresholds, uptimeShare } from './ui/uptime/uptime-days.ts'
export { UptimeBar } from './ui/uptime-bar.tsx'
export { useHoverOrFocus } from './ui/use-hover-or-focus.ts'
export { useCountryName } from './use-country-name.ts'
export { useFocusHandoff } from './use-focus-handoff.ts'
export { useFormat } from './use-format.ts'
export { useNear, useWasNear } from './use-near.ts'
export { useNow } from './use-now.ts'
export { usePageVisible } from './use-page-visible.ts'
export { type Size, useSize } from './use-size.ts'
export { useWidgetHost } from './use-widget-host.ts'
export { type PluginUnavailableReason, type RegisteredWidget, useWidgetTypes } from './use-widget-types.ts'
export type { UnavailableReason, WidgetSource, WidgetType } from './widget-type.ts'
