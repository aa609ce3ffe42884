# Installs, upgrades or removes the svc agent on Windows. Run it as administrator.
#
#   & ([scriptblock]::Create((irm https://svc.example.com/install.ps1))) -Server https://svc.example.com
#
# The enrollment code is read from $env:SVC_ENROLLMENT_CODE or a file, never from an argument.
[CmdletBinding()]
param(
  # URL of the server
  [string]$Server = $env:SVC_SERVER_URL,
  # capabilities to allow or, after a "-", to deny: terminal,docker,-upgrade
  [string]$Capabilities = '',
  # where the agent finds its upgrades, for upgrades from the dashboard
  [string]$Releases = '',
  # public key of minisign that has to sign them
  [string]$ReleaseKey = '',
  # read the enrollment code from this file
  [string]$CodeFile = '',
  # only print what would be done
  [switch]$DryRun,
  # remove the agent; keeps its configuration and state
  [switch]$Uninstall,
  # with -Uninstall: also remove configuration and state
  [switch]$Purge
)
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

$programs = Join-Path $env:ProgramFiles 'svc'
$data = Join-Path $env:ProgramData 'svc'
$program = Join-Path $programs 'svc-agent.exe'
$runner = Join-Path $programs 'svc-agent-service.exe'
$config = Join-Path $data 'agent.toml'
$state = Join-Path $data 'state'
$log = Join-Path $data 'svc-agent.log'

# Windows starts services only if they answer its service manager, which the agent does not. This program does, and
# starts the agent again when it ends.
$runnerSource = @'
using System;
using System.Diagnostics;
using System.ServiceProcess;
using System.Threading;

public class AgentService : ServiceBase
{
    // Another start would end in the same way.
    const int FatalExitCode = 78;
    readonly object gate = new object();
    readonly ManualResetEvent stopping = new ManualResetEvent(false);
    readonly ProcessStartInfo start;
    Process agent;

    AgentService(string[] args)
    {
        ServiceName = "svc-agent";
        start = new ProcessStartInfo(args[0], "--config \"" + args[1] + "\"") { UseShellExecute = false, CreateNoWindow = true };
        start.EnvironmentVariables["SVC_LOG__FILE"] = args[2];
        start.EnvironmentVariables["SVC_PROGRAM_DIR"] = args[3];
    }

    static void Main(string[] args)
    {
        ServiceBase.Run(new AgentService(args));
    }

    protected override void OnStart(string[] args)
    {
        new Thread(Supervise) { IsBackground = true }.Start();
    }

    void Supervise()
    {
        while (true)
        {
            lock (gate)
            {
                if (stopping.WaitOne(0)) return;
                agent = Process.Start(start);
            }
            agent.WaitForExit();
            if (agent.ExitCode == FatalExitCode) { Stop(); return; }
            if (stopping.WaitOne(5000)) return;
        }
    }

    protected override void OnStop()
    {
        stopping.Set();
        lock (gate)
        {
            try { if (agent != null) agent.Kill(); } catch (InvalidOperationException) { }
        }
    }
}
'@

function Stop-Agent {
  if (Get-Service svc-agent -ErrorAction SilentlyContinue) { Stop-Service svc-agent -Force }
}

function Remove-Agent {
  "This removes the svc agent of this host:"
  "  stop       the service svc-agent"
  "  remove     $programs"
  if ($Purge) { "  remove     $data" } else { "  keep       $data (-Purge removes it)" }
  if ($DryRun) { return }
  Stop-Agent
  & sc.exe delete svc-agent | Out-Null
  Remove-Item $programs -Recurse -Force -ErrorAction SilentlyContinue
  if ($Purge) { Remove-Item $data -Recurse -Force -ErrorAction SilentlyContinue }
  'Removed.'
}

function Get-File([string]$Name, [string]$Target) {
  Invoke-WebRequest "$Server/install/$Name" -OutFile $Target -UseBasicParsing
}

# Downloads the program unless the installed one is the same. Returns its path, or nothing.
function Get-Program([string]$Folder) {
  $name = 'svc-agent-windows-amd64.exe'
  $list = Join-Path $Folder 'checksums.txt'
  Get-File 'checksums.txt' $list
  $expected = Get-Content $list | ForEach-Object { , ($_ -split '\s+\*?', 2) } |
    Where-Object { $_[1] -eq $name } | ForEach-Object { $_[0] } | Select-Object -First 1
  if (-not $expected) { throw "$Server has no $name; its administrator can add it to the folder of releases" }
  if ((Test-Path $program) -and (Get-FileHash $program -Algorithm SHA256).Hash -eq $expected) { return }
  $candidate = Join-Path $Folder $name
  Get-File $name $candidate
  $actual = (Get-FileHash $candidate -Algorithm SHA256).Hash
  if ($actual -ne $expected) {
    throw "$name is corrupted: its SHA-256 is $actual, published is $expected. Nothing was changed."
  }
  $env:SVC_PROGRAM_DIR = Join-Path $data 'programs'
  $version = & $candidate --version
  if ($LASTEXITCODE -ne 0) { throw 'the agent does not run on this host. Nothing was changed.' }
  Write-Host "Downloaded version $version."
  $candidate
}

function ConvertTo-TomlArray([string[]]$Names) { '[' + (($Names | ForEach-Object { "`"$_`"" }) -join ', ') + ']' }

# The configuration with the values of this call; everything else stays as it is.
function Get-Configuration([string]$Code) {
  $names = @($Capabilities -split ',' | Where-Object { $_ })
  $allow = @($names | Where-Object { $_ -notlike '-*' })
  $deny = @($names | Where-Object { $_ -like '-*' } | ForEach-Object { $_.Substring(1) })
  $chosen = @()
  if ($allow) { $chosen += "allow = $(ConvertTo-TomlArray $allow)" }
  if ($deny) { $chosen += "deny = $(ConvertTo-TomlArray $deny)" }
  $lines = @("server_url = `"$Server`"")
  if ($Code) { $lines += "enrollment_code = `"$Code`"" }
  $old = @(if (Test-Path $config) { Get-Content $config -Encoding UTF8 })
  # Single quotes: a path of Windows contains backslashes.
  if (-not ($old -match '^\s*state_dir\s*=')) { $lines += "state_dir = '$state'" }
  $upgrade = @()
  if ($Releases) { $upgrade += "release_repo_url = `"$Releases`"" }
  if ($ReleaseKey) { $upgrade += "release_key = `"$ReleaseKey`"" }
  # What this call sets in each table, and the keys that it replaces there.
  $tables = [ordered]@{}
  if ($names) { $tables['capabilities'] = @{ Lines = $chosen; Keys = '^\s*(allow|deny)\s*=' } }
  if ($Releases) {
    $replaced = if ($ReleaseKey) { '(release_repo_url|release_key)' } else { 'release_repo_url' }
    $tables['upgrade'] = @{ Lines = $upgrade; Keys = "^\s*$replaced\s*=" }
  }
  $isTop = $true
  $table = ''
  $isSkipping = $false
  $written = @()
  foreach ($line in $old) {
    if ($isSkipping) { $isSkipping = $line -notmatch '\]'; continue }
    if ($line -match '^\s*\[\s*([^\]]*?)\s*\]') {
      $isTop = $false
      $table = $Matches[1]
      $lines += $line
      if ($tables.Contains($table)) { $lines += $tables[$table].Lines; $written += $table }
      continue
    }
    if ($isTop -and $line -match '^\s*server_url\s*=') { continue }
    if ($isTop -and $Code -and $line -match '^\s*enrollment_code\s*=') { continue }
    if (-not $isTop -and $tables.Contains($table) -and $line -match $tables[$table].Keys) {
      $isSkipping = $line -match '=\s*\[' -and $line -notmatch '\]'
      continue
    }
    $lines += $line
  }
  foreach ($name in $tables.Keys) {
    if ($written -notcontains $name) { $lines += "[$name]"; $lines += $tables[$name].Lines }
  }
  ($lines -join "`n") + "`n"
}

function Install-Service {
  $source = Join-Path $data 'service.cs'
  Set-Content $source $runnerSource -Encoding UTF8
  # Part of every Windows since 2012; PowerShell 7 cannot compile programs itself.
  $compiler = Join-Path $env:WINDIR 'Microsoft.NET\Framework64\v4.0.30319\csc.exe'
  $output = & $compiler /nologo /target:winexe /reference:System.ServiceProcess.dll "/out:$runner" $source
  if ($LASTEXITCODE -ne 0) { throw "cannot build the service: $output" }
  Remove-Item $source
  $command = "`"$runner`" `"$program`" `"$config`" `"$log`" `"$(Join-Path $data 'programs')`""
  if (Get-Service svc-agent -ErrorAction SilentlyContinue) {
    Set-ItemProperty 'HKLM:\SYSTEM\CurrentControlSet\Services\svc-agent' ImagePath $command
  } else {
    New-Service svc-agent -BinaryPathName $command -DisplayName 'svc monitoring agent' -StartupType Automatic | Out-Null
  }
  & sc.exe failure svc-agent reset= 86400 actions= restart/5000/restart/5000/restart/60000 | Out-Null
}

function Install-Agent {
  if ($Server -notmatch '^https?://[\]\[A-Za-z0-9.:/_~%-]+$') { throw '-Server must be a URL such as https://svc.example.com' }
  $script:Server = $Server.TrimEnd('/')
  if ($Capabilities -notmatch '^[a-z0-9_,-]*$') { throw '-Capabilities must be names separated by commas' }
  if ($Releases -and $Releases -notmatch '^(https://|http://(localhost|127\.[0-9.]+)[:/])[A-Za-z0-9.:/_~%-]+$') { throw '-Releases must be a URL that begins with https://' }
  if ($ReleaseKey -notmatch '^[A-Za-z0-9+/]*$') { throw '-ReleaseKey must be the last line of a public key of minisign' }
  if ($ReleaseKey -and -not $Releases) { throw '-ReleaseKey requires -Releases' }
  $code = if ($CodeFile) { (Get-Content $CodeFile -TotalCount 1).Trim() } else { "$env:SVC_ENROLLMENT_CODE" }
  $env:SVC_ENROLLMENT_CODE = $null
  if ($code -notmatch '^[A-Za-z0-9_-]*$') { throw 'the enrollment code has characters that no code has; copy it again' }
  if (-not $code -and -not ((Test-Path $config) -and (Select-String $config -Pattern '^\s*(token|enrollment_code)\s*=' -Quiet))) {
    throw 'no enrollment code: set $env:SVC_ENROLLMENT_CODE, or use -CodeFile. The page of the server generates one.'
  }
  'This installs or upgrades the svc agent of this host:'
  "  download   $Server/install/svc-agent-windows-amd64.exe, checked by its SHA-256"
  "  install    $program"
  "  configure  $config, readable by administrators only"
  if ($Releases) { "  upgrades   from $Releases$(if ($ReleaseKey) { ", signed by $ReleaseKey" }), when the dashboard asks for one" }
  '  start      the service svc-agent'
  if ($Server -like 'http://*') { '  warning    the connection to this server is not encrypted' }
  if ($DryRun) { return }

  New-Item $programs, $data -ItemType Directory -Force | Out-Null
  # SYSTEM and the administrators.
  & icacls.exe $data /inheritance:r /grant:r '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' | Out-Null
  $work = New-Item (Join-Path $programs ".install-$PID") -ItemType Directory -Force
  try {
    $candidate = Get-Program $work.FullName
    $new = Get-Configuration $code
    $isSame = (Test-Path $config) -and [IO.File]::ReadAllText($config) -eq $new
    if (-not $candidate -and $isSame -and (Get-Service svc-agent -ErrorAction SilentlyContinue)) {
      'Nothing to change: this version is installed with this configuration.'
      Start-Service svc-agent
      return
    }
    Stop-Agent
    if ($candidate) { Move-Item $candidate $program -Force }
    [IO.File]::WriteAllText($config, $new)
    Install-Service
    Start-Service svc-agent
    "The agent is started. Its log: $log"
  } finally {
    Remove-Item $work.FullName -Recurse -Force
  }
}

$identity = [Security.Principal.WindowsPrincipal][Security.Principal.WindowsIdentity]::GetCurrent()
if (-not $identity.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)) {
  throw 'open PowerShell as administrator and run this again'
}
if ($Purge -and -not $Uninstall) { throw '-Purge requires -Uninstall' }
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
if ($Uninstall) { Remove-Agent } else { Install-Agent }
