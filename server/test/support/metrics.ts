/** Reads `GET /metrics`: the value of each sample, by its name and labels as written there. */
export async function readMetrics(url: string): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`);
  if (response.status !== 200) throw new Error(`no metrics: ${response.status}`);
  const samples = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    samples.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
}
