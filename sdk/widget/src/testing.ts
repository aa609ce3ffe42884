/** For tests of widgets: a dashboard around them that does what the test says. */
export { type FakeAlert, fakeAlert } from './testing/fake-alert.js'
export type { FakeAnswer, FakeRequest } from './testing/fake-api.js'
export { createFakeFleet, type FakeConfigUpdate, type FakeFleet, type FakeFleetOptions } from './testing/fake-fleet.js'
export { type FakeMonitor, fakeMonitor } from './testing/fake-monitor.js'
export { type FakeServer, fakeServer } from './testing/fake-server.js'
export { PlacedWidget, type PlacedWidgetProps } from './testing/placed-widget.js'
