import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endProcess, freePort, programPath, waitUntilListening } from "./programs.ts";
import { ROOT } from "./root.ts";
import { untilRead } from "./until.ts";

/** A process to scrape. */
export interface Target {
  /** As in deploy/prometheus/prometheus.yml. */
  readonly job: string;
  readonly port: number | string;
}

/** A Prometheus that scrapes every 0.5 s and has our alerts, each without its `for`: it fires as soon as its expression holds. */
export class PrometheusProcess {
  readonly #port: number;
  readonly #child: ChildProcess;
  readonly #folder: string;
  #log = "";

  static async start(targets: readonly Target[]): Promise<PrometheusProcess> {
    const prometheus = new PrometheusProcess(await freePort(), targets);
    await waitUntilListening(prometheus.#port, prometheus.#child, () => prometheus.#log);
    // It answers with 503 while it opens its store.
    const ready = async () => (await fetch(`http://127.0.0.1:${prometheus.#port}/-/ready`)).status;
    await untilRead(ready, (status) => status === 200, "Prometheus to be ready");
    return prometheus;
  }

  private constructor(port: number, targets: readonly Target[]) {
    this.#port = port;
    this.#folder = mkdtempSync(join(tmpdir(), "flower-war-prometheus-"));
    const rules = readFileSync(join(ROOT, "deploy/prometheus/alerts.yml"), "utf8");
    writeFileSync(join(this.#folder, "alerts.yml"), rules.replaceAll(/^ +for: .*\n/gm, ""));
    const config = {
      global: { scrape_interval: "500ms", scrape_timeout: "450ms", evaluation_interval: "500ms" },
      rule_files: ["alerts.yml"],
      scrape_configs: targets.map(({ job, port: at }, i) => ({
        job_name: `${job}:${i}`,
        static_configs: [{ targets: [`127.0.0.1:${at}`], labels: { job } }],
      })),
    };
    const file = join(this.#folder, "prometheus.yml");
    writeFileSync(file, JSON.stringify(config));
    const options = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(this.#folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=warn",
    ];
    this.#child = spawn(programPath("prometheus"), options, { stdio: ["ignore", "ignore", "pipe"] });
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.#log += text));
  }

  /** Returns the names of the alerts that fire, each once, sorted. */
  async firing(): Promise<readonly string[]> {
    const { data } = (await this.#get("alerts")) as Answer<{ alerts: readonly Alert[] }>;
    return [...new Set(data.alerts.map(({ labels }) => labels.alertname))].toSorted();
  }

  /** Returns the values of an expression. */
  async query(expression: string): Promise<readonly number[]> {
    const path = `query?query=${encodeURIComponent(expression)}`;
    const { data } = (await this.#get(path)) as Answer<{ result: readonly Sample[] }>;
    return data.result.map(({ value }) => Number(value[1]));
  }

  /** Returns when it looked last whether alerts fire. */
  async evaluatedAt(): Promise<string> {
    const { data } = (await this.#get("rules")) as Answer<{ groups: readonly RuleGroup[] }>;
    return data.groups[0]?.lastEvaluation ?? "";
  }

  async stop(): Promise<void> {
    await endProcess(this.#child, "SIGTERM");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #get(path: string): Promise<unknown> {
    return (await fetch(`http://127.0.0.1:${this.#port}/api/v1/${path}`)).json();
  }
}

interface Answer<T> {
  readonly data: T;
}

interface RuleGroup {
  /** As ISO 8601 has it, with nanoseconds. */
  readonly lastEvaluation: string;
}

interface Alert {
  readonly labels: { readonly alertname: string };
}

interface Sample {
  /** s since 1970, and the value. */
  readonly value: readonly [number, string];
}
