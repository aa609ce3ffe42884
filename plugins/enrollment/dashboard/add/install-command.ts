import type { Capability } from '@svc/protocol'

/** How the agent is started, by the system of the host. The first of each is the quickest to try. */
export const installKinds = {
  linux: ['npx', 'shell', 'systemd'],
  macos: ['npx', 'shell', 'launchd'],
  windows: ['npx', 'shell'],
} as const

export type System = keyof typeof installKinds
export type InstallKind = (typeof installKinds)[System][number]
export const systems = ['linux', 'macos', 'windows'] as const satisfies readonly System[]

/** Capabilities whose state on the host differs from the default. */
export interface Wishes {
  readonly allow: readonly Capability[]
  readonly deny: readonly Capability[]
}

interface Agent {
  readonly serverUrl: string
  readonly code: string
  readonly wishes: Wishes
}

const flags = ({ allow, deny }: Wishes) =>
  [...allow.map((name) => ` --allow-cap ${name}`), ...deny.map((name) => ` --deny-cap ${name}`)].join('')

const list = (names: readonly string[]) => `[${names.map((name) => `"${name}"`).join(', ')}]`

function toml({ serverUrl, code, wishes: { allow, deny } }: Agent): string {
  const lines = [`server_url = "${serverUrl}"`, `enrollment_code = "${code}"`]
  if (allow.length + deny.length > 0) lines.push('[capabilities]')
  if (allow.length > 0) lines.push(`allow = ${list(allow)}`)
  if (deny.length > 0) lines.push(`deny = ${list(deny)}`)
  return lines.join('\n')
}

const unit = `[Unit]
Description=svc monitoring agent
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=/usr/bin/env svc-agent --config /etc/svc/agent.toml
Restart=always
RestartSec=5
RestartPreventExitStatus=78
StateDirectory=svc-agent

[Install]
WantedBy=multi-user.target`

const plist = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>Label</key><string>svc-agent</string>
<key>ProgramArguments</key><array>
<string>/usr/bin/env</string><string>svc-agent</string>
<string>--config</string><string>/etc/svc/agent.toml</string>
</array>
<key>EnvironmentVariables</key><dict>
<key>PATH</key><string>/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin</string>
</dict>
<key>RunAtLoad</key><true/>
<key>KeepAlive</key><true/>
<key>ThrottleInterval</key><integer>30</integer>
<key>StandardOutPath</key><string>/var/log/svc-agent.log</string>
<key>StandardErrorPath</key><string>/var/log/svc-agent.log</string>
</dict></plist>`

const plistPath = '/Library/LaunchDaemons/svc-agent.plist'

/** A configuration only root can read, the description of a service, and what starts it anew. */
const asRoot = (agent: Agent, path: string, description: string, start: string) => `sudo sh -c 'umask 077
mkdir -p /etc/svc
cat > /etc/svc/agent.toml <<TOML
${toml(agent)}
TOML
cat > ${path} <<UNIT
${description}
UNIT
${start}'`

/**
 * What to paste into a terminal of the host. Address, code and names go in as they are: an origin, base64url and
 * capability keys hold nothing that a shell or a TOML string would read differently.
 */
export function installCommand(system: System, kind: InstallKind, agent: Agent): string {
  const { serverUrl, code, wishes } = agent
  if (kind === 'systemd') {
    return asRoot(
      agent,
      '/etc/systemd/system/svc-agent.service',
      unit,
      'systemctl daemon-reload\nsystemctl enable svc-agent\nsystemctl restart svc-agent',
    )
  }
  if (kind === 'launchd') {
    return asRoot(
      agent,
      plistPath,
      plist,
      `launchctl bootout system/svc-agent 2>/dev/null\nlaunchctl bootstrap system ${plistPath}`,
    )
  }
  const program = `${kind === 'npx' ? 'npx svc-agent' : 'svc-agent'}${flags(wishes)}`
  return system === 'windows'
    ? `$env:SVC_SERVER_URL = "${serverUrl}"\n$env:SVC_ENROLLMENT_CODE = "${code}"\n${program}`
    : `SVC_SERVER_URL=${serverUrl} \\\nSVC_ENROLLMENT_CODE=${code} \\\n${program}`
}

/** Whether an agent on another machine cannot reach this address. */
export function isOwnMachine(serverUrl: string): boolean {
  const { hostname } = new URL(serverUrl)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
}
