/** The page as a client for `flower-war client-check`: asks test/support/checked-page.ts, at the address in its argument, to play on one. */
const url = new URL(process.argv[2]);
url.searchParams.set("server", process.env.FLOWER_WAR_URL);
const { body } = await fetch(url);
for await (const text of body.pipeThrough(new TextDecoderStream())) process.stdout.write(text);
