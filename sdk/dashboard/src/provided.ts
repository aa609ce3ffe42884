import * as sdk from '@svc/widget-sdk'
import * as actions from '@svc/widget-sdk/actions'
import * as hooks from '@svc/widget-sdk/hooks'
import type { ProvidedImport } from '@svc/widget-sdk/manifest'
import * as z from '@svc/widget-sdk/z'
import type { ElementType, Key } from 'react'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'
import * as dashboard from './everything.ts'
import * as dashboardWidgets from './widgets.ts'

/** For development builds of modules: the production build of React has no `jsxDEV`. */
const jsxDevRuntime = {
  Fragment: jsxRuntime.Fragment,
  jsxDEV: (type: ElementType, props: object, key?: Key) => jsxRuntime.jsx(type, props, key),
}

/** What the dashboards of third-party plugins import besides what widget modules do. */
type DashboardImport = '@svc/dashboard-sdk' | '@svc/dashboard-sdk/widgets'

/**
 * Modules that the dashboard provides to widget modules and to the dashboards of third-party plugins. The build generates the
 * import map from this list.
 */
export const provided: Readonly<Record<ProvidedImport | DashboardImport, object>> = {
  react,
  'react-dom': reactDom,
  'react-dom/client': reactDomClient,
  'react/jsx-runtime': jsxRuntime,
  'react/jsx-dev-runtime': jsxDevRuntime,
  '@svc/widget-sdk': sdk,
  '@svc/widget-sdk/z': z,
  '@svc/widget-sdk/hooks': hooks,
  '@svc/widget-sdk/actions': actions,
  '@svc/dashboard-sdk': dashboard,
  '@svc/dashboard-sdk/widgets': dashboardWidgets,
}
