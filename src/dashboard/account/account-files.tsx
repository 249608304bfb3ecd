/** The account's files, of both kinds the CRM has. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { sizeText } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';

const fragment = graphql(`
  fragment AccountFiles on Account {
    contentDocumentLinks(first: 20) {
      nodes {
        contentDocument {
          upstreamId
          title
          latestPublishedVersion {
            fileExtension
            contentSize
            downloadUrl
          }
        }
      }
      pageInfo {
        hasNextPage
      }
    }
    attachments(first: 20) {
      nodes {
        upstreamId
        name
        bodyLength
        downloadUrl
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);

interface File {
  readonly id: string;
  readonly name: string;
  readonly bytes: number | null;
  readonly url: string | null;
}

export function AccountFiles(props: { account: FragmentType<typeof fragment> }) {
  const account = readFragment(fragment, props.account);
  const { contentDocumentLinks, attachments } = account;
  const files = filesOf(account);
  const hasMore =
    contentDocumentLinks?.pageInfo.hasNextPage === true ||
    attachments?.pageInfo.hasNextPage === true;
  return (
    <Panel
      title="Files"
      className="files"
      paths={['account.contentDocumentLinks', 'account.attachments']}
    >
      {files.length === 0 && (
        <Empty isKnown={contentDocumentLinks != null && attachments != null}>No files.</Empty>
      )}
      <ul>
        {files.map(({ id, name, bytes, url }) => (
          <li key={id}>
            {url === null ? name : <a href={url}>{name}</a>}
            <span className="figure muted">{bytes === null ? '' : sizeText(bytes)}</span>
          </li>
        ))}
      </ul>
      {hasMore && <p className="note">The first {files.length}; there are more.</p>}
    </Panel>
  );
}

function filesOf({ contentDocumentLinks, attachments }: ReturnType<typeof read>): readonly File[] {
  const files: File[] = [];
  for (const link of contentDocumentLinks?.nodes ?? []) {
    const document = link?.contentDocument;
    if (document == null) continue;
    const version = document.latestPublishedVersion;
    const ending = version?.fileExtension == null ? '' : `.${version.fileExtension}`;
    const title = document.title ?? 'Untitled';
    files.push({
      id: document.upstreamId,
      name: title.endsWith(ending) ? title : `${title}${ending}`,
      bytes: version?.contentSize ?? null,
      url: version?.downloadUrl ?? null,
    });
  }
  for (const file of attachments?.nodes ?? [])
    if (file != null)
      files.push({
        id: file.upstreamId,
        name: file.name ?? 'Untitled',
        bytes: file.bodyLength ?? null,
        url: file.downloadUrl ?? null,
      });
  return files;
}
const read = (account: FragmentType<typeof fragment>) => readFragment(fragment, account);
