import { paths } from "../base/routes.ts";
import { LinkActions, useOriginForOthers } from "../session/share.tsx";
import { i18n } from "../texts/index.ts";

/**
 * The tag that shows a match on another site, to copy.
 * @param name what finds the match for good (`lastingNameOf`)
 */
export function EmbedTag({ name }: { readonly name: string }) {
  const address = useOriginForOthers() + paths.embed(name);
  const tag = `<iframe src="${address}" title="Flower War" width="100%" height="760" style="border: 0" loading="lazy"></iframe>`;
  return (
    <>
      <p>
        {i18n._(
          "With this tag a page of another site shows the match: live, and to be replayed when it is over.",
        )}
      </p>
      <LinkActions link={tag} label={i18n._("Tag")} />
    </>
  );
}
