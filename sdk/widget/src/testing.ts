/** Helpers for tests of widgets: a fake dashboard controlled by the test. */
export { type FakeAlert, fakeAlert } from './testing/fake-alert.ts'
export type { FakeAnswer, FakeRequest } from './testing/fake-api.ts'
export { createFakeFleet, type FakeConfigUpdate, type FakeFleet, type FakeFleetOptions } from './testing/fake-fleet.ts'
export { type FakeMonitor, fakeMonitor } from './testing/fake-monitor.ts'
export { type FakeServer, fakeServer } from './testing/fake-server.ts'
export { PlacedWidget, type PlacedWidgetProps } from './testing/placed-widget.tsx'
