//! Well-formed XML as a tree: elements, attributes and text, with the references that we write.

/// An element, or a text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    Element { tag: String, attributes: Attributes, children: Vec<Node> },
    Text(String),
}

impl Node {
    pub(crate) fn tag(&self) -> &str {
        match self {
            Node::Element { tag, .. } => tag,
            Node::Text(_) => "",
        }
    }

    pub(crate) fn children(&self) -> &[Node] {
        match self {
            Node::Element { children, .. } => children,
            Node::Text(_) => &[],
        }
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        match self {
            Node::Element { attributes, .. } => {
                attributes.iter().find(|a| a.0 == name).map(|a| a.1.as_str())
            }
            Node::Text(_) => None,
        }
    }

    /// All text inside.
    pub(crate) fn text(&self) -> String {
        match self {
            Node::Text(text) => text.clone(),
            Node::Element { children, .. } => children.iter().map(Node::text).collect(),
        }
    }

    /// All elements of this name inside, from the outside.
    pub(crate) fn all(&self, tag: &str) -> Vec<&Node> {
        let own = (self.tag() == tag).then_some(self);
        own.into_iter().chain(self.children().iter().flat_map(|c| c.all(tag))).collect()
    }
}

/// Names and values.
type Attributes = Vec<(String, String)>;

/// The elements and texts of a document, or the place of the first mistake.
pub(crate) fn parse(text: &str) -> Result<Vec<Node>, String> {
    let mut open: Vec<(String, Attributes, Vec<Node>)> = Vec::new();
    let mut top = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let wrong =
            |what: &str| format!("{what} at `{}`", rest.chars().take(60).collect::<String>());
        let (node, after) = if let Some(tag) = rest.strip_prefix('<') {
            let end = tag.find('>').ok_or_else(|| wrong("a tag without end"))?;
            let (inside, after) = (&tag[..end], &tag[end + 1..]);
            rest = after;
            if let Some(name) = inside.strip_prefix('/') {
                let (tag, attributes, children) =
                    open.pop().ok_or_else(|| wrong("nothing is open"))?;
                if tag != name {
                    return Err(wrong(&format!("`{tag}` is open and `{name}` closes")));
                }
                (Node::Element { tag, attributes, children }, after)
            } else {
                let (inside, empty) =
                    inside.strip_suffix('/').map_or((inside, false), |inside| (inside, true));
                let (tag, attributes) = head(inside).ok_or_else(|| wrong("a bad tag"))?;
                if !empty {
                    open.push((tag, attributes, Vec::new()));
                    continue;
                }
                (Node::Element { tag, attributes, children: Vec::new() }, after)
            }
        } else {
            let end = rest.find('<').unwrap_or(rest.len());
            let text = plain(&rest[..end]).ok_or_else(|| wrong("a bad reference"))?;
            (Node::Text(text), &rest[end..])
        };
        rest = after;
        open.last_mut().map_or(&mut top, |o| &mut o.2).push(node);
    }
    if open.is_empty() { Ok(top) } else { Err(format!("`{}` is not closed", open[0].0)) }
}

/// `tag name="value"`.
fn head(inside: &str) -> Option<(String, Attributes)> {
    let (tag, mut rest) = inside.split_once(' ').unwrap_or((inside, ""));
    let mut attributes = Vec::new();
    while !rest.trim().is_empty() {
        let (name, value) = rest.trim_start().split_once("=\"")?;
        let (value, after) = value.split_once('"')?;
        attributes.push((name.to_owned(), plain(value)?));
        rest = after;
    }
    let letters = tag.bytes().all(|b| b.is_ascii_alphanumeric());
    (letters && !tag.is_empty()).then(|| (tag.to_owned(), attributes))
}

/// The text with its references resolved.
fn plain(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        let (name, after) = after.split_once(';')?;
        plain.push_str(before);
        plain.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            _ => char::from_u32(u32::from_str_radix(name.strip_prefix("#x")?, 16).ok()?)?,
        });
        rest = after;
    }
    (!rest.contains('>')).then(|| plain + rest)
}
